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
