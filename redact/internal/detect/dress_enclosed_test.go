package detect_test

// Commands in the middle of sentences, with the marks that stand around them.
func init() {
	dress["commands with marks around them"] = []string{
		"run `mysql -p{P}` and go\n", "run `mysql -u root -p{P}`, then `-u`\n", "(mysql -p{P}) works\n", "see `curl -u me:{P} https://x.example.net`.\n", "x=$(curl -u me:{P} https://x.example.net)\n",
		"mysql -p'{P}' <in.sql\n", "[docker login -u me -p {P}](x)\n",
		"run `mysql -p` and go\n", "with `mysql -p`, `-u`\n", "`mysqldump shop -p` asks\n", "`mariadb -p`.\n", "`sudo mysqladmin -p`\n", "`sshpass -p` is bad\n", "`docker login -p`!\n", "`curl -u me:` asks\n",
		"(mysql -p) and [mysql -p](x)\n", "mysql -p>out\n", "mysql -p<in.sql\n", "mysql -p, asks\n", "Use mysql -p.\n", "mysql -p|less\n", "`sudo curl -u me:` asks\n", "mysql -p;ls\n",
	}
}

func init() {
	dress["commands in strings"] = []string{
		`{"cmd": "mysql -u root -p{P}", "n": 1}` + "\n", `{"cmd": "bash -c \"mysql -u root -p'{P}' db\"", "n": 1}` + "\n", "don't run mysql -p'{P}' now\n", "ssh h 'mysql -p{P} x'\n",
		`{"c":"echo \"root:{P}\" | chpasswd"}` + "\n",
		`{"cmd": "mysql -u root -p", "n": 1}` + "\n", `os.system("mysql -u root -p")` + "\n", `command: ["mysql","-p"]` + "\n", `<a title="mysql -p">x</a>` + "\n", `{"cmd":"sh -c 'mysql -p'","n":1}` + "\n",
		`{"t": "net use * /delete", "n": 1}` + "\n", "(net use *) and more\n", "<code>htpasswd -b f u</code> and more\n", `{"cmd":"redis-cli -a","x":"y z"}` + "\n", `{"cmd":"gh secret set K --body","x":"y z"}` + "\n",
		`{"cmd":"docker login -p","x":"y z"}` + "\n", `{"cmd":"openssl enc -k","x":"y"}` + "\n", `{"t":"id=\"token\">\nNext","b":2}` + "\n",
	}
}
