package detect_test

// A quote that is opened in a string ends with the string at the latest: what
// was cut for display stands in JSON like that.
func init() {
	dress["quotes that their string cuts"] = []string{
		`{"a":"password: '{P}","b":"it's"}` + "\n", `{"a":"password:'{P}"}` + "\n", `{"a":["password='{P}",1]}` + "\n",
		"{\"a\":\"secret = `{B}\",\"b\":\"`\"}\n", `{"x":"{\"a\":\"password:'{P}\"}"}` + "\n", `{"x":"export PASSWORD='{P}"}` + "\n",
		`log("password='{P}");` + "\n",
		`{"a":"password: '","b":"it's"}` + "\n",
	}
}
