enum Keychain {
    static func password(for account: String) throws -> String? {
        let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, kSecReturnData: true]
        let token = ProcessInfo.processInfo.environment["API_TOKEN"]
        return token ?? String(data: data, encoding: .utf8)
    }
}
