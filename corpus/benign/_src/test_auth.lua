local token = ngx.var.arg_token
local password = os.getenv("SHOP_PASSWORD")
local key = "user:" .. id .. ":token"
redis:set(key, token, "EX", 3600)
if not password then return nil, "no password" end
