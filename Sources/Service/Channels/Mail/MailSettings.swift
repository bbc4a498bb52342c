import Care
import MailTransfer

/// What the home has set for mail, once it was checked.
struct MailSettings {
    var server: MailServer
    /// Whose mail it is.
    var sender: String

    /// - Parameter roots: The path of a PEM file of further roots that are trusted.
    init(_ destination: Destination, roots: String?) throws(FieldProblem) {
        let settings = destination.settings
        guard let host = settings.filled("host"), HostName.isHost(host) else {
            throw FieldProblem(
                "settings.host", "Write the name of the mail server, such as `mail.example.org`.")
        }
        let securities = MailServer.Security.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        guard let security = MailServer.Security(rawValue: settings.filled("security") ?? "tls") else {
            throw FieldProblem("settings.security", "The encryption is one of \(securities).")
        }
        guard let port = settings.filled("port").map({ Int($0) }) ?? security.port,
            (1...65_535).contains(port)
        else { throw FieldProblem("settings.port", "A port is a number from 1 to 65535.") }
        guard let from = settings.filled("from") else {
            throw FieldProblem(
                "settings.from", "Write the address that mail comes from, such as `home@example.org`.")
        }
        let user = settings.filled("user")
        // As it was written: a password may begin with a space.
        let password = destination.settingSecrets["password"].flatMap { $0.isEmpty ? nil : $0 }
        if password != nil, user == nil {
            throw FieldProblem("settings.user", "Write the user name that belongs to the password.")
        }
        for (field, text) in [("settings.user", user), ("secrets.password", password)] {
            if let text, text.utf8.count > 256 || text.unicodeScalars.contains(where: { $0.value < 0x20 }) {
                throw FieldProblem(field, "At most 256 characters, without line ends.")
            }
        }
        sender = try MailAddress.check(from, in: "settings.from")
        server = MailServer(
            host: host, port: port, security: security, user: user, password: password, roots: roots)
    }
}
