public sealed record LoginRequest(string UserName, string Password);

public class AuthService(IConfiguration configuration)
{
    private readonly string _apiKey = configuration["Shop:ApiKey"];
    public async Task<string> LoginAsync(LoginRequest request, CancellationToken cancellationToken)
    {
        var secret = Environment.GetEnvironmentVariable("SHOP_SECRET");
        var token = await _tokens.CreateAsync(request.UserName, cancellationToken);
        return token;
    }
}
