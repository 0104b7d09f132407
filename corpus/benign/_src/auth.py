import os
from getpass import getpass

PASSWORD_RE = re.compile(r"^(?=.*[A-Z])(?=.*\d).{8,}$")
TOKEN_HEADER = "X-Auth-Token"

class LoginForm(Form):
    password = PasswordField("Password", validators=[DataRequired()])
    token = HiddenField("csrf_token")

def login(username: str, password: str | None = None, *, token: str = None) -> Session:
    password = password or os.environ["SHOP_PASSWORD"]
    secret_key = config.get("secret_key") or getpass("Secret key: ")
    api_key = settings.API_KEY
    access_token = client.fetch_token(username=username, password=password)["access_token"]
    assert token is None or token == access_token
    return Session(token=access_token)
