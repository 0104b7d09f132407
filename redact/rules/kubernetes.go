package rules

import "jezero/redact/rule"

// Kubernetes.
var kubernetes = []*rule.Rule{
	{
		ID:    "kubernetes-bootstrap-token",
		Kind:  "kubernetes-bootstrap-token",
		Title: "Kubernetes bootstrap token",
		Why: "It joins a machine to the cluster as a node. Delete the bootstrap secret in " +
			"kube-system.",
		Source:     "https://kubernetes.io/docs/reference/access-authn-authz/bootstrap-tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.LowerNum, 6), rule.Lit("."), rule.Run(rule.LowerNum, 16)).AsExact().WithLeft(rule.Bare).WithDistinct(8)},
		Confidence: rule.Medium,
		Near:       []string{"kubeadm", "bootstrap.kubernetes", "bootstrap-token", "bootstrap_token"},
	},
	{
		ID: "truenas-api-key", Kind: "truenas-api-key", Title: "TrueNAS API key",
		Why:    "It administers the storage server. Delete it in the web interface under API keys.",
		Source: "https://www.truenas.com/docs/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Between(rule.Digit, 1, 3), rule.Lit("-"), rule.Run(rule.Alnum62, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(20).AsMixed(),
		},
		Confidence: rule.Medium,
		Near:       []string{"truenas", "login_with_api_key", "freenas"},
	},
}
