@Composable
fun Login(viewModel: LoginViewModel) {
    var password by remember { mutableStateOf("") }
    val token = viewModel.token.collectAsState()
    OutlinedTextField(value = password, onValueChange = { password = it }, label = { Text("Password") },
        visualTransformation = PasswordVisualTransformation(),
        keyboardOptions = KeyboardOptions(keyboardType = KeyboardType.Password))
    val apiKey = BuildConfig.API_KEY
}
