package rules

import "jezero/redact/rule"

// Microsoft Azure and Entra.
var azure = []*rule.Rule{
	{
		ID:    "azure-ad-client-secret",
		Kind:  "azure-ad-client-secret",
		Title: "Microsoft Entra client secret",
		Why: "With the client id it signs in as the application, with every permission granted to " +
			"it. Delete it in Entra under App registrations, Certificates and secrets.",
		Source:     "https://learn.microsoft.com/en-us/entra/identity-platform/quickstart-register-app",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62.Or(rule.Chars("_~.")), 3), rule.Run(rule.Digit, 1), rule.Lit("Q~"), rule.Between(rule.Alnum62.Or(rule.Chars("_~.-")), 31, 34)).WithLeft(rule.None)},
		Confidence: rule.High,
	},
	{
		ID:    "azure-entra-refresh-token",
		Kind:  "azure-entra-refresh-token",
		Title: "Microsoft Entra refresh token",
		Why: "It buys access tokens for its user until it is revoked. Revoke the sessions of the " +
			"user in Entra.",
		Source: "https://learn.microsoft.com/en-us/entra/identity-platform/refresh-tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("0.A", "1.A"), rule.AtLeast(rule.Base64URL.Or(rule.Chars(".")), 400)),
			rule.Seq(rule.Any("M.C", "M.R"), rule.Between(rule.Alnum62, 3, 8), rule.Lit("_"), rule.Between(rule.Alnum62, 2, 5), rule.Lit("."), rule.AtLeast(rule.Base64URL.Or(rule.Chars("!*$.")), 100)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "azure-storage-key",
		Kind:  "azure-storage-key",
		Title: "Azure storage account key",
		Why: "It reads, writes and deletes everything in the storage account. Rotate the key on " +
			"the page of the resource in the Azure portal.",
		Source: "https://learn.microsoft.com/en-us/azure/storage/common/storage-account-keys-manage",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.FoldLit("AccountKey="), rule.Run(rule.Base64, 86), rule.Lit("==")).WithSecret(1, 3),
			rule.Seq(rule.Run(rule.Base64, 76), rule.Lit("+ASt"), rule.Run(rule.Base64, 6), rule.Lit("==")),
		},
		Confidence: rule.High,
	},
	{
		ID:    "azure-identifiable-key",
		Kind:  "azure-identifiable-key",
		Title: "Azure service key with a signature",
		Why: "It reaches the service it was issued for: Cosmos DB, Service Bus, Batch, Search, " +
			"Functions, OpenAI and others. Rotate the key on the page of the resource in the " +
			"Azure portal.",
		Source: "https://learn.microsoft.com/en-us/purview/sit-sensitive-information-type-entity-definitions",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Base64, 76), rule.Any("+AMC", "+ABa", "+ASt", "ACDb", "APIM"), rule.Run(rule.Base64, 6), rule.Lit("==")).WithDistinct(20).WithLeft(rule.Bare),
			rule.Seq(rule.Run(rule.Base64, 33), rule.Any("+ASb", "+AEh", "+ARm", "AIoT"), rule.Run(rule.Base64, 5), rule.Lit("=")).WithDistinct(14).WithLeft(rule.Bare),
			rule.Seq(rule.Run(rule.Base64, 42), rule.Lit("+ACR"), rule.Run(rule.Base64, 6)).AsExact().WithDistinct(18).WithLeft(rule.Bare).AsMixed(),
			rule.Seq(rule.Run(rule.Base64URL, 44), rule.Lit("AzFu"), rule.Run(rule.Base64URL, 6), rule.Lit("==")).WithDistinct(18).WithLeft(rule.Bare),
			rule.Seq(rule.Run(rule.Alnum62, 42), rule.Any("AzSe", "AzCa"), rule.Run(rule.Alnum62, 6)).AsExact().WithDistinct(16).WithLeft(rule.Bare).AsMixed(),
			rule.Seq(rule.Run(rule.Alnum62, 52), rule.Lit("JQQJ9"), rule.Run(rule.Alnum62, 27)).AsExact().WithDistinct(20).WithLeft(rule.Bare).AsMixed(),
		},
		Confidence: rule.High,
	},
	{
		ID:    "azure-shared-access-key",
		Kind:  "azure-shared-access-key",
		Title: "Azure Service Bus, Event Hubs or IoT Hub key",
		Why: "It sends, listens or manages within the policy it belongs to. Rotate the key on the " +
			"page of the resource in the Azure portal.",
		Source:     "https://learn.microsoft.com/en-us/azure/service-bus-messaging/service-bus-sas",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.FoldLit("SharedAccessKey"), rule.Lit("="), rule.AtLeast(rule.Base64, 20)).WithSecret(2, 3).WithExtent(rule.Base64Pad)},
		Confidence: rule.High,
	},
	{
		ID:    "azure-appconfig-connection",
		Kind:  "azure-appconfig-connection",
		Title: "Azure App Configuration connection string",
		Why: "It reads, and with a read-write key changes, the configuration of the application. " +
			"Rotate the key on the page of the resource in the Azure portal.",
		Source:     "https://learn.microsoft.com/en-us/azure/azure-app-configuration/howto-disable-access-key-authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.FoldLit(".azconfig.io;Id="), rule.AtLeast(dottedPad.Or(rule.Chars("+/:")), 4), rule.FoldLit(";Secret="), rule.AtLeast(rule.Base64, 28)).WithSecret(3, 4).WithExtent(rule.Base64Pad)},
		Confidence: rule.High,
	},
	{
		ID:    "azure-sas-signature",
		Kind:  "azure-sas-signature",
		Title: "Azure shared access signature",
		Why: "The signed link gives its rights to whoever holds it until it expires. Rotate the " +
			"account key or the stored access policy that signed it.",
		Source: "https://learn.microsoft.com/en-us/rest/api/storageservices/create-service-sas",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("&sig=", "?sig=", ";sig="), rule.Between(rule.Base64.Or(rule.Chars("%_-")), 40, 60)).WithSecret(1, 2).WithExtent(rule.Base64Pad.Or(rule.Chars("%_-"))).WithLeft(rule.None),
			rule.Seq(rule.Lit("&amp;sig="), rule.Between(rule.Base64.Or(rule.Chars("%_-")), 40, 60)).WithSecret(1, 2).WithExtent(rule.Base64Pad.Or(rule.Chars("%_-"))).WithLeft(rule.None),
		},
		Confidence: rule.High,
	},
	{
		ID:    "azure-devops-pat",
		Kind:  "azure-devops-pat",
		Title: "Azure DevOps personal access token",
		Why: "It uses repositories, pipelines and boards as its owner. Revoke it under User " +
			"settings, Personal access tokens.",
		Source:     "https://learn.microsoft.com/en-us/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 76), rule.Lit("AZDO"), rule.Run(rule.Alnum62, 4))},
		Confidence: rule.High,
	},
	{
		ID:    "azure-devops-legacy-pat",
		Kind:  "azure-devops-legacy-pat",
		Title: "Azure DevOps personal access token without a signature",
		Why: "It uses repositories, pipelines and boards as its owner. Revoke it under User " +
			"settings, Personal access tokens.",
		Source:     "https://learn.microsoft.com/en-us/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.LowerNum, 52)).AsExact().WithLeft(rule.Bare).WithDistinct(14).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"dev.azure.com", "visualstudio.com", "azure_devops", "azuredevops", "vsts", "system_accesstoken", "azure"},
	},
	{
		ID:    "azure-subscription-key",
		Kind:  "azure-subscription-key",
		Title: "Azure API Management or AI services key",
		Why: "It calls the API at the cost of its owner. Rotate the key on the page of the " +
			"resource in the Azure portal.",
		Source: "https://learn.microsoft.com/en-us/azure/api-management/api-management-subscriptions",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Hex, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3),
			rule.Seq(rule.Run(rule.Alnum62.Or(rule.Chars("-")), 32)).AsExact().WithLeft(rule.Bare).WithDistinct(14).WithDigits(2),
		},
		Confidence: rule.Medium,
		Near:       []string{"ocp-apim-subscription-key", "azure-api.net", "azure_openai", "openai.azure.com", "cognitiveservices", "apim_subscription", "cognitive_services", "bing.microsoft", "bing_search"},
	},
	{
		ID:    "azure-function-key",
		Kind:  "azure-function-key",
		Title: "Azure Functions key",
		Why: "It calls the function, with the master key it administers the app. Rotate the key on " +
			"the page of the resource in the Azure portal.",
		Source:     "https://learn.microsoft.com/en-us/azure/azure-functions/function-keys-how-to",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Between(rule.Base64URL, 53, 56), rule.Optional(rule.Lit("=")), rule.Optional(rule.Lit("="))).AsExact().WithLeft(rule.Bare).WithDistinct(16)},
		Confidence: rule.Medium,
		Near:       []string{"azurewebsites.net", "x-functions-key"},
	},
	{
		ID:    "teams-webhook",
		Kind:  "teams-webhook",
		Title: "Microsoft Teams incoming webhook",
		Why: "It posts into the channel in the name of the connector. Remove the webhook from the " +
			"channel.",
		Source: "https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit(".webhook.office.com/webhookb2/"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("@-")), 60), rule.Lit("/IncomingWebhook/"), rule.AtLeast(rule.Alnum62, 20), rule.Lit("/"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("-")), 20)).WithSecret(1, 6).WithLeft(rule.None).WithExtent(rule.Alnum62.Or(rule.Chars("-_/"))),
			rule.Seq(rule.Lit("outlook.office.com/webhook/"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("@-")), 60), rule.Lit("/IncomingWebhook/"), rule.AtLeast(rule.Alnum62, 20), rule.Lit("/"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("-")), 20)).WithSecret(1, 6),
		},
		Confidence: rule.High,
	},
	{
		ID: "azure-storage-bare-key", Kind: "azure-storage-key", Title: "Azure storage account key beside its name",
		Why:    "It reads, writes and deletes everything in the storage account. Rotate the key on the page of the resource in the Azure portal.",
		Source: "https://learn.microsoft.com/en-us/azure/storage/common/storage-account-keys-manage",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Base64, 86), rule.Lit("==")).AsExact().WithLeft(rule.Bare),
		},
		Confidence: rule.Medium,
		Near:       []string{"accountkey", "account_key", "storage_key", "storagekey", "core.windows.net", "azure_storage", "azurestorage", "storageaccount", "storage_account", "cosmos", "documents.azure.com", "batch.azure.com"},
	},
}
