import Care
import Foundation

/// As whom Beckon calls, and by which telephone system.
struct PhoneAccount: Equatable, Sendable {
    /// A host, with `:port` where it is not 5060; `nil`: calls go straight to the telephones.
    var registrar: String?
    var user: String
    var password: String?

    private static let userLetters = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._+*")
    /// Numbers of those who help in an emergency, who want to speak with somebody.
    private static let emergencies: Set<String> = [
        "000", "08", "110", "111", "112", "117", "118", "119", "144", "15", "17", "18", "190", "911", "999",
    ]

    /// What the home has set.
    init(_ destination: Destination) throws(FieldProblem) {
        registrar = destination.settings.filled("registrar")
        user = destination.settings.filled("user") ?? "beckon"
        // As it was written: a password may begin with a space.
        password = destination.settingSecrets["password"].flatMap { $0.isEmpty ? nil : $0 }
        if let registrar, !Self.isPlace(registrar) {
            throw FieldProblem(
                "settings.registrar",
                "`\(registrar.prefix(80))` is not a host, such as `fritz.box` or `192.0.2.10:5060`.")
        }
        if registrar != nil, destination.settings.filled("user") == nil {
            throw FieldProblem(
                "settings.user", "Write the user name that the telephone system has for Beckon.")
        }
        guard user.utf8.count <= 64, user.allSatisfy(Self.userLetters.contains) else {
            throw FieldProblem("settings.user", "Letters without accents, digits and `-._+*`, at most 64.")
        }
        if let password {
            // It stands between quotes in baresip's file of accounts, which knows no way to write one within.
            let isBad = password.unicodeScalars.contains { $0 == "\"" || $0.value < 0x20 || $0.value == 0x7f }
            if isBad || password.utf8.count > 128 {
                throw FieldProblem(
                    "secrets.password", "At most 128 characters, without quotation marks and line ends.")
            }
        }
    }

    /// Whom to call: `sip:anna@192.0.2.10`, or a number of the telephone system.
    func target(_ destination: Destination) throws(FieldProblem) -> String {
        let written = destination.address.filled("uri") ?? ""
        let field = "address.uri"
        let problem = FieldProblem(
            field,
            "`\(written.prefix(80))` is no number, such as `**610`, and no address, such as `sip:anna@192.0.2.10`."
        )
        if written.lowercased().hasPrefix("sip:") {
            let parts = written.dropFirst(4).split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isUser(parts[0]), Self.isPlace(String(parts[1])) else {
                throw problem
            }
            try Self.check(String(parts[0]), field)
            return "sip:\(parts[0])@\(parts[1])"
        }
        let number = written.filter { !$0.isWhitespace && !"-/()".contains($0) }
        guard (1...32).contains(number.count), number.allSatisfy({ "0123456789*#+".contains($0) }) else {
            throw problem
        }
        guard let registrar else {
            throw FieldProblem(
                field, "Without a telephone system, write an address, such as `sip:anna@192.0.2.10`.")
        }
        try Self.check(number, field)
        return
            "sip:\(number.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "%23"))@\(registrar)"
    }

    private static func check(_ number: String, _ field: String) throws(FieldProblem) {
        if emergencies.contains(number) {
            throw FieldProblem(field, "Beckon does not call \(number): a person has to.")
        }
    }

    private static func isUser(_ text: Substring) -> Bool {
        (1...64).contains(text.utf8.count) && text.allSatisfy(userLetters.contains)
    }

    /// A host, perhaps with a port; an address of IPv6 stands in brackets.
    private static func isPlace(_ text: String) -> Bool {
        var host = Substring(text)
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            guard let port = Int(text[text.index(after: colon)...]), (1...65_535).contains(port) else {
                return false
            }
            host = text[..<colon]
        }
        if host.hasPrefix("[") {
            return host.hasSuffix("]") && host.contains(":")
                && HostName.isHost(String(host.dropFirst().dropLast()))
        }
        return HostName.isName(String(host))
    }

    /// baresip's file of accounts. Every part was checked when this was made.
    var accounts: String {
        guard let registrar else {
            return "\"Beckon\" <sip:\(user)@127.0.0.1>;regint=0;audio_codecs=PCMA,PCMU\n"
        }
        // Five minutes: a telephone system that was restarted knows Beckon again after that.
        return
            "\"Beckon\" <sip:\(user)@\(registrar);transport=udp>;auth_user=\(user);auth_pass=\"\(password ?? "")\""
            + ";regint=300;audio_codecs=PCMA,PCMU\n"
    }

    /// baresip's settings: no sound device, one call at a time, told what to do on a port of this machine alone. Files are found in the
    /// folder where it runs.
    static func configuration(control port: Int) -> String {
        """
        call_local_timeout 120
        call_max_calls 1
        audio_source aufile,\(silence)
        audio_player aufile,none.wav
        audio_alert aufile,none.wav
        ausrc_srate \(SpokenWave.rate)
        auplay_srate \(SpokenWave.rate)
        ausrc_channels 1
        auplay_channels 1
        module_path /usr/lib/baresip/modules
        module g711.so
        module aufile.so
        module_tmp account.so
        module_app menu.so
        module_app ctrl_tcp.so
        ctrl_tcp_listen 127.0.0.1:\(port)

        """
    }

    /// What the other side gets until it answers, and what it is told: names of files in that folder.
    static let silence = "silence.wav"
    static let speech = "speech.wav"
}
