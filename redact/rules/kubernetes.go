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
}
