package rules

import "jezero/redact/rule"

// OpenShift.
var openshift = []*rule.Rule{
	{
		ID:         "openshift-user-token",
		Kind:       "openshift-user-token",
		Title:      "OpenShift user token",
		Why:        "It uses the cluster as its user. Run oc delete oauthaccesstoken.",
		Source:     "https://docs.openshift.com/container-platform/latest/authentication/understanding-authentication.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sha256~"), rule.Run(rule.Base64URL, 43))},
		Confidence: rule.High,
	},
}
