SELECT u.id, u.password_hash IS NOT NULL AS has_password, t.token_type
FROM users u JOIN tokens t ON t.user_id = u.id
WHERE u.password_changed_at < now() - interval '90 days' AND t.token = $1;

ALTER TABLE users ADD COLUMN api_key text;
GRANT SELECT ON users TO reader;
CREATE USER shop IDENTIFIED BY :password;
