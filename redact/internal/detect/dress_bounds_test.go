package detect_test

// Values that end where the grammar around them says so.
func init() {
	dress["user of a URL"] = []string{
		"pip install --extra-index-url https://gitlab+deploy-token-17:{T}@git.example.net/api/simple requests==2.31\n", "git clone https://gitlab+deploy-token-3:{P}@git.example.net/x.git dest\n",
		"https://deploy-token-17.example.net/a@b\n",
	}
	dress["options with commas"] = []string{
		"mount -t cifs //h/s /mnt -o username=x,password={P},serverino\n", "mount -t cifs //h/s /mnt -o vers=3.0,password={B},serverino,rw\n", "mount -o password={P},rw,uid=1000 //h/s /mnt\n", "//h/s /mnt cifs rw,password={P},noauto,serverino 0 0\n",
		"mount -t cifs //h/s /mnt -o username=x,credentials=/etc/cifs,serverino\n",
	}
	dress["sizes of secrets"] = []string{
		"password: {N}\n", "password: {N} # bytes\n",
		"Data\n====\npassword:  12 bytes\nusername:  5 bytes\n", "client_secret: 400000 bytes\n", "token:  1024 bytes\n", "password: 2048 bits\n", "passphrase: 64 characters, at most\n", "password: 1024 byte\n",
	}
}
