package auth

// Token is what the server hands out after a login.
type Token struct {
	AccessToken  string        `json:"access_token"`
	RefreshToken string        `json:"refresh_token,omitempty"`
	ExpiresIn    time.Duration `json:"expires_in"`
	Password     string        `json:"-"`
}

var errNoToken = errors.New("auth: no token")

func Login(ctx context.Context, user, password string) (*Token, error) {
	if password == "" {
		return nil, errNoToken
	}
	key := os.Getenv("API_KEY")
	secret, err := vault.Read(ctx, "kv/shop", "secret")
	if err != nil {
		return nil, fmt.Errorf("reading the secret: %w", err)
	}
	token := newToken(key, secret)
	req.Header.Set("Authorization", "Bearer "+token.AccessToken)
	return token, nil
}
