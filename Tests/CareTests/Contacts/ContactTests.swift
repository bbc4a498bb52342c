import Care
import Foundation
import Testing

@Suite("Ways to reach people on their own devices")
struct ContactTests {
    private let phone = Contact(
        id: UUID(), person: "anna", channel: "ntfy", label: "Anna's phone", address: ["topic": "anna-1"],
        after: 30)

    @Test("It is read as it was written; what only the service knows may be left out")
    func json() throws {
        var whole = phone
        (whole.state, whole.problem) = (.failing, "no answer within 10 s")
        whole.provedAt = Date(timeIntervalSince1970: 1_774_699_200)
        whole.sequence = 7
        let text = try CareJSON.encoder().encode(whole)
        #expect(try CareJSON.decoder().decode(Contact.self, from: text) == whole)
        let json = String(decoding: text, as: UTF8.self)
        for part in [#""on":true"#, #""proved_at":"2026-03-28T12:00:00"#, #""renewed_at":"#, #""after":30"#] {
            #expect(json.contains(part), "\(part)")
        }
        let least = #"{"id":"\#(phone.id)","channel":"ntfy","label":"x","secret":{"token":"t"}}"#
        let read = try CareJSON.decoder().decode(Contact.self, from: Data(least.utf8))
        #expect(read == Contact(id: phone.id, person: nil, channel: "ntfy", label: "x"))
    }

    private func field(_ change: (inout Contact) -> Void) -> String? {
        var changed = phone
        change(&changed)
        do throws(FieldProblem) { try changed.check() } catch { return error.field }
        return nil
    }

    @Test("What cannot be is refused, and names its field")
    func checks() {
        #expect(field { _ in } == nil)
        #expect(field { $0.person = nil } == nil)
        #expect(field { $0.person = "an na" } == "person")
        #expect(field { $0.channel = "pigeon" } == "channel")
        #expect(field { $0.label = " " } == "label")
        #expect(field { $0.label = String(repeating: "a", count: 80) } == nil)
        #expect(field { $0.label = String(repeating: "a", count: 81) } == "label")
        #expect(field { $0.label = "Anna\u{202E}" } == "label")
        #expect(field { $0.after = 3600 } == nil)
        #expect(field { $0.after = 3601 } == "after")
        #expect(field { $0.after = -1 } == "after")
        #expect(field { $0.sequence = -1 } == "sequence")
        #expect(field { $0.address = ["Topic": "x"] } == "address")
        #expect(field { $0.address = ["": "x"] } == "address")
        #expect(field { $0.address["topic"] = "a\r\nX: b" } == "address.topic")
        #expect(field { $0.address["topic"] = "a\nb" } == "address.topic")
        #expect(field { $0.address["topic"] = String(repeating: "a", count: 2001) } == "address.topic")
        #expect(
            field { contact in for number in 0..<8 { contact.address["more_\(number)"] = "" } } == "address")
    }

    @Test("What each channel carries, by the names that are stored; another's carries nothing")
    func channels() {
        #expect(ContactChannel.names == ["web_push", "ntfy", "gotify", "webhook", "mail", "sms", "sip"])
        #expect(
            ContactChannel.names.filter(ContactChannel.carriesUpdates)
                == ["web_push", "ntfy", "gotify", "webhook", "mail"])
        #expect(
            ContactChannel.names.filter(ContactChannel.carriesAnswers)
                == ["web_push", "ntfy", "webhook", "sip"])
        #expect(ContactChannel.names.filter(ContactChannel.provesSilently).count == 6)
        #expect(!ContactChannel.carriesUpdates("pigeon") && !ContactChannel.provesSilently("web_push"))
        #expect(!ContactChannel.carriesAnswers("pigeon"))
    }
}
