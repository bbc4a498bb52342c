import Care
import Foundation
import Networking

/// As whom Beckon calls, and by which telephone system.
struct PhoneAccount: Equatable, Sendable {
    /// A host, with `:port` where it is not 5060; `nil`: calls go straight to the telephones.
    var registrar: String?
    var user: String
    var password: String?

    private static let userLetters = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._+*")
    /// Numbers of those who help in an emergency, who want to speak with somebody: the short ones of Europe's, Turkey's, North America's,
    /// Australia's and New Zealand's countries (libphonenumber 9.0.43, and the second numbers of Spain, Turkey and Italy). Belgium's 100
    /// and 101 are not among them: telephone systems give these to their telephones.
    private static let emergencies: Set<String> = [
        "000", "061", "062", "08", "080", "085", "088", "091", "092", "106", "110", "111", "112", "113",
        "115", "117",
        "118", "119", "122", "133", "144", "15", "155", "156", "17", "177", "18", "190", "911", "997", "998",
        "999",
    ]

    /// What the home has set.
    init(_ destination: Destination) throws(FieldProblem) {
        registrar = destination.settings.filled("registrar")
        user = destination.settings.filled("user") ?? "beckon"
        // As it was written: a password may begin with a space.
        password = destination.settingSecrets["password"].flatMap { $0.isEmpty ? nil : $0 }
        if let registrar, Place(registrar[...]) == nil {
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

    /// Whom to call: a number of the telephone system, or `sip:anna@192.168.1.20` in the home.
    ///
    /// Nothing but telephones: what begins with `*` or `#` is, to telephone systems, an order, such as to send all calls elsewhere.
    func target(_ destination: Destination) throws(FieldProblem) -> String {
        let written = destination.address.filled("uri") ?? ""
        let field = "address.uri"
        let problem = FieldProblem(
            field,
            "`\(written.prefix(80))` is no number, such as `**610`, and no address, such as `sip:anna@192.168.1.20`."
        )
        if written.lowercased().hasPrefix("sip:") {
            let parts = written.dropFirst(4).split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isNumber(parts[0]) || Self.isName(parts[0]),
                let place = Place(parts[1])
            else { throw problem }
            try check(place, field)
            try Self.check(parts[0], field)
            return "sip:\(parts[0])@\(parts[1])"
        }
        let number = written.filter { !$0.isWhitespace && !"-/()".contains($0) }
        guard Self.isNumber(number[...]) else { throw problem }
        guard let registrar else {
            throw FieldProblem(
                field, "Without a telephone system, write an address, such as `sip:anna@192.168.1.20`.")
        }
        try Self.check(number[...], field)
        return "sip:\(number)@\(registrar)"
    }

    /// baresip answers whoever asks for the password, whichever server that is, with a code by which it can be guessed: so all calls go
    /// to the telephone system. Without one there is no password; then what is said, in the clear, stays in the home.
    private func check(_ place: Place, _ field: String) throws(FieldProblem) {
        guard let registrar else {
            guard place.isInHome else {
                throw FieldProblem(
                    field, "This address is not in the home, and what is said could be heard on its way.")
            }
            return
        }
        guard place == Place(registrar[...]) else {
            throw FieldProblem(
                field, "Calls go by the telephone system: write a number that it has, such as `**610`.")
        }
    }

    private static func check(_ number: Substring, _ field: String) throws(FieldProblem) {
        let digits = number.drop { $0 == "+" }
        // Many systems want a 0 or 9 before a number of the outside.
        let outside =
            digits.count > 3 && (digits.hasPrefix("0") || digits.hasPrefix("9")) ? digits.dropFirst() : ""
        if emergencies.contains(String(digits)) || emergencies.contains(String(outside)) {
            throw FieldProblem(field, "Beckon does not call \(number): a person has to.")
        }
    }

    /// Digits, perhaps after a plus, or after the two stars by which a FRITZ!Box knows its own telephones.
    private static func isNumber(_ text: Substring) -> Bool {
        let digits = text.hasPrefix("**") ? text.dropFirst(2) : text.hasPrefix("+") ? text.dropFirst() : text
        return (1...32).contains(digits.utf8.count)
            && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// A telephone's name. It has a letter: to some systems `1.1.2` is a number.
    private static func isName(_ text: Substring) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.allSatisfy { userLetters.contains($0) && !"+*".contains($0) }
            && text.contains(where: \.isLetter)
    }

    /// A host, perhaps with a port; an address of IPv6 stands in brackets.
    private struct Place: Equatable {
        /// In small letters, without brackets.
        let host: String
        let port: Int

        init?(_ text: Substring) {
            var host = text
            var port = 5060
            if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
                let digits = text[text.index(after: colon)...]
                // As it is said: no sign, no zero before it.
                guard let number = UInt16(digits), number > 0, "\(number)" == digits else { return nil }
                (host, port) = (text[..<colon], Int(number))
            }
            if host.hasPrefix("[") {
                let inner = String(host.dropFirst().dropLast())
                guard host.hasSuffix("]"), inner.contains(":"), HostName.isHost(inner) else { return nil }
                self.host = inner.lowercased()
            } else {
                guard HostName.isName(String(host)) else { return nil }
                self.host = host.lowercased()
            }
            self.port = port
        }

        var isInHome: Bool { Authority.isInHome(host) }
    }

    /// baresip's name for that file, in its folder.
    static let file = "accounts"

    /// baresip's file of accounts. Every part was checked when this was made.
    var accounts: String {
        guard let registrar else {
            return "\"Beckon\" <sip:\(user)@127.0.0.1>;regint=0;\(Self.calls)\n"
        }
        // Five minutes: a telephone system that was restarted knows Beckon again after that.
        return
            "\"Beckon\" <sip:\(user)@\(registrar);transport=udp>;auth_user=\(user);auth_pass=\"\(password ?? "")\""
            + ";regint=300;\(Self.calls)\n"
    }

    /// No telephone that is called may pass Beckon on to another one (REFER, RFC 3515).
    private static let calls = "call_transfer=no;audio_codecs=PCMA,PCMU"

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
