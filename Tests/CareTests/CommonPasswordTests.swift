import Testing

@testable import Care

@Suite("Passwords that attackers try first are refused")
struct CommonPasswordTests {
    @Test(
        "Known words, in the ways in which people change them",
        arguments: [
            "password", "Password", "PASSWORD1", "Passw0rd!", "p@ssw0rd", "passwort", "Passwort1!",
            "letmein1",
            "iloveyou", "ILoveYou2", "football", "1football", "sunshine!!", "Summer2026", "Sommer26!",
            "december",
            "monkeymonkey", "dragon123", "michael1", "trustno1", "zaq1xsw2", "starwars", "Pflegeheim1",
            "beckon123",
        ])
    func words(_ password: String) { #expect(CommonPasswords.contains(password)) }

    @Test(
        "Signs repeated, and keys that lie beside one another",
        arguments: [
            "aaaaaaaa", "11111111", "12121212", "abcabcabc", "12345678", "123456789", "1234567890",
            "87654321",
            "11223344", "abcdefgh", "qwertyui", "qwertzuiop", "asdfghjkl", "1qaz2wsx", "qweasdzxc",
            "147258369",
            "poiuytre",
        ])
    func patterns(_ password: String) { #expect(CommonPasswords.contains(password)) }

    @Test("Birthdays", arguments: ["24121984", "19841224", "12/24/1984", "24.12.1984", "1984-12-24"])
    func dates(_ password: String) { #expect(CommonPasswords.contains(password)) }

    @Test(
        "What only somebody would put together is a good one",
        arguments: [
            "three quiet green boats", "seven slow old trams", "another good one", "three green boats",
            "four blue hills", "correct horse battery staple", "drei leise grüne Boote", "kx7Qw2Lp",
            "83920175",
            "dragonfly tea cosy", "summer in the attic", "password manager says no",
        ])
    func good(_ password: String) { #expect(!CommonPasswords.contains(password)) }

    @Test(
        "A person's own name, or a part of it, is refused as a password",
        arguments: [
            ("annaschmidt", "Anna Schmidt"), ("Anna Schmidt", "Anna Schmidt"), ("schmidt1", "Anna Schmidt"),
            ("Schmidt2026", "Anna Schmidt"), ("SchmidtAnna", "Anna Schmidt"), ("tdimhcsanna", "Anna Schmidt"),
            ("benjamin", "Benjamin"), ("nimajneb", "Benjamin"), ("0lgaolga", "Olga"), ("olga2026", "Olga"),
            ("Brien12", "Zoë O’Brien"),
        ])
    func names(_ password: String, _ name: String) {
        #expect(CommonPasswords.isName(password, of: name))
    }

    @Test(
        "A password that merely contains a name among other words is accepted",
        arguments: [
            ("olga likes trams", "Olga"), ("anna has a boat", "Anna Schmidt"), ("smithsonian", "Jo Smith"),
        ])
    func noNames(_ password: String, _ name: String) {
        #expect(!CommonPasswords.isName(password, of: name))
    }

    @Test("The list has no word twice, none in capitals, and says where it is from")
    func list() {
        let text = String(decoding: PackageResources.common_passwords_txt, as: UTF8.self)
        let words = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(text.contains("# Source: "))
        #expect(words.count > 500 && Set(words).count == words.count)
        #expect(
            words.allSatisfy { $0 == $0.lowercased() && !$0.contains { $0.isWhitespace } && $0.count >= 3 })
    }

    @Test("A new password is refused with what to do; one that somebody has had is still taken at the log in")
    func messages() {
        func problem(_ check: () throws(FieldProblem) -> Void) -> FieldProblem? {
            do throws(FieldProblem) {
                try check()
                return nil
            } catch { return error }
        }
        let common = problem { () throws(FieldProblem) in
            try Setup(token: "t", name: "Anna", password: "Password1").check()
        }
        #expect(common?.field == "password" && common?.message.contains("three words") == true)
        let name = problem { () throws(FieldProblem) in
            try Acceptance(name: "Anna Schmidt", password: "anna schmidt").check()
        }
        #expect(name?.field == "password" && name?.message.contains("your name") == true)
        #expect(
            problem { () throws(FieldProblem) in try LogIn(name: "Anna", password: "password").check() }
                == nil)
        // Eight characters as people count them.
        let signs = String(repeating: "e\u{301}", count: 4)
        #expect(
            problem { () throws(FieldProblem) in try AccessRules.checkPassword(signs, "password") } != nil)
    }
}
