package rules

import "jezero/redact/rule"

// SonarQube and SonarCloud.
var sonar = []*rule.Rule{
	{
		ID:    "sonar-token",
		Kind:  "sonar-token",
		Title: "SonarQube token",
		Why: "It reads the code of projects and submits analyses. Revoke it under My account, " +
			"Security.",
		Source: "https://docs.sonarsource.com/sonarqube-server/latest/user-guide/managing-tokens/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("squ_", "sqp_", "sqa_"), rule.AtLeast(rule.LowerNum, 40)),
			rule.Seq(rule.Any("squ_", "sqp_", "sqa_"), rule.AtLeast(rule.Alnum62, 40)).WithDistinct(10),
		},
		Confidence: rule.High,
	},
	{
		ID:    "sonarcloud-token",
		Kind:  "sonarcloud-token",
		Title: "SonarCloud scoped token",
		Why: "It reads the code of projects and submits analyses. Revoke it under My account, " +
			"Security.",
		Source:     "https://docs.sonarsource.com/sonarqube-server/latest/user-guide/managing-tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sqco_"), rule.AtLeast(rule.Alnum62, 50))},
		Confidence: rule.High,
	},
	{
		ID:    "sonar-login-token",
		Kind:  "sonar-login-token",
		Title: "SonarQube token without a prefix",
		Why: "It reads the code of projects and submits analyses. Revoke it under My account, " +
			"Security.",
		Source:     "https://docs.sonarsource.com/sonarqube-server/latest/user-guide/managing-tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 40)).AsExact().WithLeft(rule.Bare).WithDigits(3)},
		Confidence: rule.Medium,
		Near:       []string{"sonar.login", "sonarlogin", "sonar_token", "sonar_login", "sonar.token", "sonartoken", "sonarqube_token", "sonar_api_token"},
	},
}
