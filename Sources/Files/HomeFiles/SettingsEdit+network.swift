extension SettingsEdit {
    /// Says where the service listens, and whether other machines may reach it without TLS; the file's other bytes stay.
    public static func listen(
        at host: String, port: Int, plain: Bool, in bytes: [UInt8], file: String
    ) throws(Problem) -> [UInt8] {
        let address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        let values = [
            Value(section: "service", option: "listen", text: "\"\(address)\""),
            Value(section: "service", option: "allow_plain_http", text: plain ? "true" : "false"),
        ]
        return try setting(values, in: bytes, file: file) { settings in
            settings.service.host = host
            settings.service.port = port
            settings.service.allowsPlainHTTP = plain
        }
    }
}
