package rules

import "jezero/redact/rule"

// GitLab: a prefix for each kind of token, then 20 characters of base64url, or the
// longer routable form that names its cell.
var gitlab = []*rule.Rule{
	{
		ID:    "gitlab-pat",
		Kind:  "gitlab-pat",
		Title: "GitLab personal, project or group access token",
		Why: "Whoever holds it uses the API, and with write_repository pushes, as its owner. " +
			"Revoke it in GitLab where it was made (user preferences, project, group or admin " +
			"area, Access tokens).",
		Source:     "https://docs.gitlab.com/security/tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("glpat-"), rule.AtLeast(rule.Base64URL, 20)).WithExtent(rule.Base64URL.Or(rule.Chars(".")))},
		Confidence: rule.High,
	},
	{
		ID:    "gitlab-cicd-job-token",
		Kind:  "gitlab-cicd-job-token",
		Title: "GitLab CI job token",
		Why: "It reaches the project and its registry while the job runs, and every project that " +
			"allows that one. It ends with the job; cancel the job.",
		Source:     "https://docs.gitlab.com/security/tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("glcbt-"), rule.AtLeast(rule.WordChars.Or(rule.Chars("-")), 20))},
		Confidence: rule.High,
	},
	{
		ID:    "gitlab-deploy-token",
		Kind:  "gitlab-deploy-token",
		Title: "GitLab deploy token",
		Why: "It clones the project or group and pulls from its registries, with write scopes it " +
			"publishes. Revoke it under Settings, Repository, Deploy tokens.",
		Source:     "https://docs.gitlab.com/security/tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("gldt-"), rule.AtLeast(rule.Base64URL, 20))},
		Confidence: rule.High,
	},
	{
		ID:    "gitlab-feature-flag-client",
		Kind:  "gitlab-feature-flag-client",
		Title: "GitLab feature flag client token",
		Why: "It reads the feature flags of the project. Reset it under Deploy, Feature flags, " +
			"Configure.",
		Source:     "https://docs.gitlab.com/security/tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("glffct-"), rule.AtLeast(rule.Base64URL, 20))},
		Confidence: rule.High,
	},
	{
		ID:    "gitlab-feed-token",
		Kind:  "gitlab-feed-token",
		Title: "GitLab feed token",
		Why: "It reads the RSS feeds and calendars of the user, private projects included. Reset " +
			"it under User settings, Access tokens, Feed token.",
		Source:     "https://docs.gitlab.com/security/tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("glft-"), rule.AtLeast(rule.Base64URL, 20))},
		Confidence: rule.High,
	},
	{
		ID:    "gitlab-incoming-mail-address",
		Kind:  "gitlab-incoming-mail",
		Title: "GitLab address for incoming mail",
		Why: "It holds the incoming mail token: who knows it opens issues and merge requests in the " +
			"name of the user. Reset it under User settings, Access tokens, Incoming email token.",
		Source: "https://docs.gitlab.com/security/tokens/",
		Since:  "0.1.0",
		// The path of the project, its number and the token are joined by dashes,
		// and each may hold dashes, so all of it goes.
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("incoming+"), rule.AtLeast(dotted, 30), rule.Lit("@")).WithSecret(1, 2).WithDistinct(14).WithDigits(4)},
		Confidence: rule.High,
	},
	{
		ID:    "gitlab-incoming-mail",
		Kind:  "gitlab-incoming-mail",
		Title: "GitLab incoming mail token",
		Why: "It opens issues and merge requests in the name of the user by mail. Reset it under " +
			"User settings, Access tokens, Incoming email token.",
		Source:     "https://docs.gitlab.com/security/tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("glimt-"), rule.AtLeast(rule.Base64URL, 20))},
		Confidence: rule.High,
	},
	{
		ID:    "gitlab-kubernetes-agent",
		Kind:  "gitlab-kubernetes-agent",
		Title: "GitLab agent for Kubernetes token",
		Why: "It registers as the cluster agent and reads the configuration project. Revoke it " +
			"under Operate, Kubernetes clusters, the agent, Access tokens.",
		Source:     "https://docs.gitlab.com/security/tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("glagent-"), rule.AtLeast(rule.Base64URL, 50))},
		Confidence: rule.High,
	},
	{
		ID:    "gitlab-oauth-app-secret",
		Kind:  "gitlab-oauth-app-secret",
		Title: "GitLab OAuth application secret",
		Why: "With the application id it impersonates the application and redeems codes for user " +
			"tokens. Renew the secret on the page of the application.",
		Source:     "https://docs.gitlab.com/security/tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("gloas-"), rule.AtLeast(rule.Base64URL, 64))},
		Confidence: rule.High,
	},
	{
		ID:    "gitlab-pipeline-trigger",
		Kind:  "gitlab-pipeline-trigger",
		Title: "GitLab pipeline trigger token",
		Why: "It starts pipelines with variables of the caller, and a pipeline sees the secrets of " +
			"the project. Delete it under Settings, CI/CD, Pipeline trigger tokens.",
		Source:     "https://docs.gitlab.com/security/tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("glptt-"), rule.AtLeast(rule.Base64URL, 40))},
		Confidence: rule.High,
	},
	{
		ID:    "gitlab-runner-registration",
		Kind:  "gitlab-runner-registration",
		Title: "GitLab runner registration token",
		Why: "It registers a runner that then receives jobs and their secrets. Reset it under " +
			"Settings, CI/CD, Runners.",
		Source:     "https://docs.gitlab.com/security/tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("GR1348941"), rule.AtLeast(rule.Base64URL, 20))},
		Confidence: rule.High,
	},
	{
		ID:    "gitlab-runner-auth",
		Kind:  "gitlab-runner-auth",
		Title: "GitLab runner authentication token",
		Why: "It asks for jobs in the name of the runner, and so sees their secrets. Reset or " +
			"delete the runner under Settings, CI/CD, Runners.",
		Source: "https://docs.gitlab.com/security/tokens/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("glrt-"), rule.AtLeast(rule.Base64URL, 20)).WithExtent(rule.Base64URL.Or(rule.Chars("."))),
			rule.Seq(rule.Lit("glrtr-"), rule.AtLeast(rule.Base64URL, 20)).WithExtent(rule.Base64URL.Or(rule.Chars("."))),
		},
		Confidence: rule.High,
	},
	{
		ID:    "gitlab-scim",
		Kind:  "gitlab-scim",
		Title: "GitLab SCIM token",
		Why: "It creates, changes and removes users of the group. Reset it under Settings, SAML " +
			"SSO, SCIM token.",
		Source:     "https://docs.gitlab.com/security/tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("glsoat-"), rule.AtLeast(rule.Base64URL, 20))},
		Confidence: rule.High,
	},
	{
		ID:         "gitlab-workspace-token",
		Kind:       "gitlab-workspace-token",
		Title:      "GitLab workspace token",
		Why:        "It connects to a remote development workspace as its owner. Terminate the workspace.",
		Source:     "https://docs.gitlab.com/security/tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("glwt-"), rule.AtLeast(rule.Base64URL, 20))},
		Confidence: rule.High,
	},
	{
		ID:    "gitlab-session-cookie",
		Kind:  "gitlab-session-cookie",
		Title: "GitLab session cookie",
		Why: "It is a signed-in browser session, without password or second factor. Sign out, or " +
			"revoke the session under User settings, Active sessions.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("_gitlab_session=", "_gitlab_session\t"), rule.AtLeast(rule.LowerNum, 32)).WithSecret(1, 2)},
		Confidence: rule.High,
	},
}
