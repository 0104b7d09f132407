param([Parameter(Mandatory)][securestring]$Password, [string]$TokenFile = "C:\ProgramData\shop\token.txt")
$token = Get-Content $TokenFile
$secret = Get-AzKeyVaultSecret -VaultName kv-shop -Name api -AsPlainText
$cred = New-Object System.Management.Automation.PSCredential($User, $Password)
$env:PGPASSWORD = $secret
