public class Auth {
    private static final String TOKEN_KEY = "token";
    @Value("${shop.api-key}")
    private String apiKey;
    private final PasswordEncoder passwordEncoder = new BCryptPasswordEncoder(12);

    public String login(String username, String password) {
        Objects.requireNonNull(password, "password");
        String secret = System.getenv("SHOP_SECRET");
        String token = Jwts.builder().setSubject(username).signWith(keyProvider.getKey()).compact();
        return token;
    }
}
