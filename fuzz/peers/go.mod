module jezero/fuzz/peers

go 1.26

require (
	github.com/zricethezav/gitleaks/v8 v8.30.1
	jezero v0.0.0
)

replace jezero => ../..
