pub struct Config {
    pub api_key: SecretString,
    pub token: Option<String>,
}

fn load() -> anyhow::Result<Config> {
    let api_key = std::env::var("API_KEY")?.into();
    let token = args.token.or_else(|| keyring::Entry::new("shop", "token").ok()?.get_password().ok());
    let password = rpassword::prompt_password("Password: ")?;
    Ok(Config { api_key, token })
}
