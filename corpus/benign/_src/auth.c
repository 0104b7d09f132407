#define PASSWORD_MAX 128
static const char *token_names[] = { "TOKEN_IF", "TOKEN_ELSE", "TOKEN_EOF" };

int check_password(const char *password, size_t len)
{
	char *token = strtok_r(buf, " ", &save);
	if (key == NULL || strcmp(key, "password") == 0)
		return -EINVAL;
	ctx->key_len = AES_KEYLEN;
	return crypto_pwhash_str_verify(hash, password, len);
}
