import Care
import FoundationEssentials
import Testing

@Suite("What names, passwords and codes may be")
struct AccessMessageTests {
    @Test(
        "A code is the same however it was typed",
        arguments: ["K7M-4QX", "k7m4qx", " k7m 4qx "])
    func codes(_ typed: String) {
        #expect(AccessRules.code(typed) == "K7M4QX")
    }

    @Test(
        "No code holds what is read for something else",
        arguments: ["K7M-4Q0", "K7M-4QO", "K7M-4Q1", "K7M-4QI", "", "K7M-4Q"])
    func noCodes(_ typed: String) { #expect(AccessRules.code(typed) == nil) }

    @Test("A code is read in two parts")
    func readable() { #expect(AccessRules.readable(code: "K7M4QX") == "K7M-4QX") }

    @Test("Names differ in more than capitals and spaces")
    func names() {
        #expect(AccessRules.nameKey(" anna  SMITH") == AccessRules.nameKey("Anna Smith"))
        #expect(AccessRules.nameKey("Anna Smit") != AccessRules.nameKey("Anna Smith"))
    }

    @Test("A password has eight characters at least, and an end")
    func passwords() {
        func problem(_ password: String) -> String? {
            do throws(FieldProblem) {
                try Setup(token: "t", name: "Anna", password: password).check()
                return nil
            } catch { return error.field }
        }
        #expect(problem("1234567") == "password")
        #expect(problem("8 boats!") == nil)
        #expect(problem(String(repeating: "boats, ", count: 73) + "x") == nil)
        #expect(problem(String(repeating: "boats, ", count: 73) + "xx") == "password")
    }

    @Test("A new password needs the old one; a client can be invited; a station has no client")
    func whatDoesNotFit() {
        #expect(throws: FieldProblem.self) { try AccountChange(password: "long enough").check() }
        #expect(throws: Never.self) {
            try AccountChange(password: "long enough", oldPassword: "x").check()
        }
        #expect(throws: Never.self) {
            try NewInvitation(id: UUID(), role: .client, name: "Maria").check()
            try Acceptance(name: "Maria", password: nil).check()
        }
        #expect(throws: FieldProblem.self) { try Acceptance(name: "Maria", password: "maria").check() }
        #expect(throws: FieldProblem.self) {
            try NewPairing(id: UUID(), kind: .station, name: "Kitchen", client: "maria").check()
        }
    }

    @Test("Messages have the names of the API")
    func json() throws {
        let session = SessionEntry(
            id: UUID(), since: Date(timeIntervalSince1970: 0), lastSeen: Date(timeIntervalSince1970: 0),
            browser: "", isThis: true)
        let text = String(decoding: try CareJSON.encoder().encode(session), as: UTF8.self)
        #expect(
            text.contains("\"last_seen\":\"1970-01-01T00:00:00.000Z\"") && text.contains("\"is_this\":true"))
        let device = try CareJSON.decoder().decode(
            NewPairing.self,
            from: Data("{\"id\":\"\(UUID())\",\"kind\":\"display\",\"name\":\"Bed\"}".utf8))
        #expect(device.kind == .display && device.client == nil)
    }

    @Test("Too many attempts give 429")
    func tooMany() {
        let problem = CareProblem(.tooMany, "wait a minute")
        #expect(problem.status == 429 && problem.kind == .tooMany)
    }
}
