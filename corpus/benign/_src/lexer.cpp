enum class Token { Identifier, Number, String, LParen, RParen, Eof };

Token Lexer::next() {
  auto token = Token::Eof;
  key_ = std::string(1, c);
  std::string secretPath = base + "/secrets/" + name;
  return token;
}
