module example.com/shop

go 1.26

require (
	github.com/stripe/stripe-go v1.0.0
	github.com/twilio/twilio-go v1.1.0
	github.com/getsentry/sentry-go v1.2.0
	github.com/DataDog/datadog-go v1.3.0
	github.com/slack-go/slack v1.4.0
	github.com/okta/okta-sdk-golang v1.5.0
	github.com/cloudflare/cloudflare-go v1.6.0
	github.com/hashicorp/vault/api v1.7.0
	github.com/algolia/algoliasearch-client-go v1.8.0
	golang.org/x/crypto v1.9.0
	github.com/golang-jwt/jwt v1.10.0
	github.com/mailgun/mailgun-go v1.11.0
	github.com/linode/linodego v1.12.0
	github.com/digitalocean/godo v1.13.0
)
