package command

const usage = `privacy_check looks for what should not be published: home folders that name
somebody, private addresses, credentials and the terms of a private denylist.

usage
  privacy_check                        what is staged: lines that the commit adds
  privacy_check --staged --whole       what is staged: whole files
  privacy_check --all                  every tracked file
  privacy_check --history [RANGE]      every version of every file, and who holds it
  privacy_check --diff BASE..HEAD      the commits of a pull request, one by one
  privacy_check PATH...                files and folders
  privacy_check -                      standard input (--name NAME names it)
  privacy_check --message FILE         a commit message, before the commit
  privacy_check --push [REMOTE]        what a push publishes (pre-push's input)

  privacy_check install                put the hooks into this repository
  privacy_check uninstall              and take them out again
  privacy_check baseline update        accept what is there today
  privacy_check explain RULE           what a rule finds, why, and what to do
  privacy_check --rules                all rules

options
  --format text|json|sarif|github|html all on standard output
  --self                               also this computer's host name, your user name and home
  --config FILE    instead of .privacy.toml at the top of the repository
  --denylist FILE  instead of .privacy-denylist ($PRIVACY_DENYLIST is read besides)
  --baseline FILE  instead of .privacy-baseline; --no-baseline ignores it
  --max-bytes N    files above are named as skipped (default 32 MiB)
  --color auto|always|never            $NO_COLOR is honoured
  --quiet          say nothing when nothing is found
  -C DIR           start in another folder
  --version, --help

A line that is right as it is gets the comment privacy: allow RULE.

exit codes
  0 nothing found   1 findings   2 could not run, or could not read something
`
