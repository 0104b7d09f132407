package rules

import "jezero/redact/rule"

// Docker Hub and swarm.
var docker = []*rule.Rule{
	{
		ID:    "dockerhub-pat",
		Kind:  "dockerhub-pat",
		Title: "Docker Hub personal access token",
		Why: "It pulls private images and, with write access, pushes images that others run. " +
			"Delete it at hub.docker.com under Account settings, Personal access tokens.",
		Source:     "https://docs.docker.com/security/access-tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("dckr_pat_"), rule.AtLeast(rule.Base64URL, 24))},
		Confidence: rule.High,
	},
	{
		ID:    "dockerhub-oat",
		Kind:  "dockerhub-oat",
		Title: "Docker Hub organization access token",
		Why: "It pulls and pushes the repositories of the organisation. Delete it in the Admin " +
			"Console under Access tokens.",
		Source:     "https://docs.docker.com/enterprise/security/access-tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("dckr_oat_"), rule.AtLeast(rule.Base64URL, 24))},
		Confidence: rule.High,
	},
	{
		ID:    "docker-swarm-join",
		Kind:  "docker-swarm-join",
		Title: "Docker swarm join token",
		Why: "It joins a machine to the swarm; a manager token gives control of the whole cluster. " +
			"Run docker swarm join-token --rotate worker (or manager).",
		Source:     "https://docs.docker.com/reference/cli/docker/swarm/join-token/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("SWMTKN-1-"), rule.Between(rule.LowerNum, 40, 60), rule.Lit("-"), rule.Between(rule.LowerNum, 20, 30))},
		Confidence: rule.High,
	},
	{
		ID:    "docker-swarm-unlock",
		Kind:  "docker-swarm-unlock",
		Title: "Docker swarm unlock key",
		Why: "It decrypts the Raft log of a manager, where all swarm secrets are. Run docker swarm " +
			"unlock-key --rotate.",
		Source:     "https://docs.docker.com/reference/cli/docker/swarm/unlock-key/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("SWMKEY-1-"), rule.Between(rule.Base64, 40, 50))},
		Confidence: rule.High,
	},
}
