import Care
import CareStore
import Channels
import Foundation
import Testing

@testable import CareService

@Suite("What is under way of messages")
struct MessageDeskTests {
    private let desk = MessageDesk(
        CareServiceConfiguration(
            host: "127.0.0.1", storePath: "/nowhere/care.sqlite", tokens: RunningService.tokens),
        logger: quiet)

    private static func contact(over channel: String = "ntfy") -> Contact {
        Contact(id: UUID(), person: "ben", channel: channel, label: "Phone")
    }

    private static func message(_ id: Int64, to contact: Contact, about call: UUID) -> OutgoingMessage {
        let request = Request(
            id: call, client: "maria", clientName: "Maria", need: "water", label: "Water", called: "water",
            say: "I am thirsty", priority: .normal, state: .asked, askedAt: noon, receivedAt: noon,
            changedAt: noon, sequence: 1)
        return OutgoingMessage(
            id: id, key: UUID(), kind: .alert, contact: contact, subject: .request(request), createdAt: noon)
    }

    @Test("Of what a contact is told about the same call, one waits for the other; nothing else does")
    func order() {
        let (one, two, call) = (Self.contact(), Self.contact(), UUID())
        let first = Self.message(1, to: one, about: call)
        #expect(desk.begin(first, .calls))
        #expect(!desk.begin(first, .calls))
        #expect(!desk.begin(Self.message(2, to: one, about: call), .calls))
        #expect(desk.begin(Self.message(3, to: one, about: UUID()), .calls))
        #expect(desk.begin(Self.message(4, to: two, about: call), .calls))
        desk.end(first)
        #expect(desk.begin(Self.message(2, to: one, about: call), .calls))
    }

    @Test("There is one telephone line; over other channels, several are told at once")
    func places() {
        #expect(desk.places(over: "sip", .calls) == 1)
        #expect(desk.begin(Self.message(1, to: Self.contact(over: "sip"), about: UUID()), .calls))
        #expect(desk.places(over: "sip", .calls) == 0)
        #expect(desk.places(over: "ntfy", .calls) == 3)
    }

    @Test("What has just failed is proved again soon, what goes on failing later, and what is new at once")
    func proofs() {
        let contact = Self.contact()
        #expect(desk.untilProof(at: .zero) == nil)
        #expect(desk.beginProofs(of: [contact], at: .zero) == [contact])
        desk.endProof(of: contact.id, hasJustFailed: true, at: .zero)
        #expect(desk.untilProof(at: .seconds(10)) == .seconds(20))
        #expect(desk.beginProofs(of: [contact], at: .seconds(29)).isEmpty)
        #expect(desk.beginProofs(of: [contact], at: .seconds(30)) == [contact])
        desk.endProof(of: contact.id, hasJustFailed: false, at: .seconds(30))
        #expect(desk.beginProofs(of: [contact], at: .seconds(629)).isEmpty)
        desk.renewed(contact.id)
        #expect(desk.beginProofs(of: [contact], at: .seconds(60)) == [contact])
        // Also if that was while it was proved.
        desk.renewed(contact.id)
        desk.endProof(of: contact.id, hasJustFailed: true, at: .seconds(61))
        #expect(desk.beginProofs(of: [contact], at: .seconds(61)) == [contact])
    }

    @Test("A channel is looked at once at a time, sooner where it lacks something, and anew once it was set")
    func looks() {
        #expect(desk.beginLooks(at: ["sms", "sip"], at: .zero) == ["sip", "sms"])
        #expect(desk.beginLooks(at: ["sms"], at: .zero) == [])
        desk.looked(at: "sms", .failed("no modem"), at: .zero)
        #expect(desk.trouble(of: "sms") == "no modem")
        #expect(desk.beginLooks(at: ["sms"], at: .seconds(599)) == [])
        #expect(desk.beginLooks(at: ["sms"], at: .seconds(600)) == ["sms"])
        desk.looked(at: "sms", .accepted, at: .seconds(600))
        #expect(desk.trouble(of: "sms") == nil)
        #expect(desk.beginLooks(at: ["sms"], at: .seconds(86_999)) == [])
        // What was found out of how it was set before says nothing.
        desk.renewedAll()
        desk.looked(at: "sip", .failed("no baresip"), at: .seconds(601))
        #expect(desk.trouble(of: "sip") == nil)
        #expect(desk.beginLooks(at: ["sms", "sip"], at: .seconds(601)) == ["sip", "sms"])
        // Nor does one that was not ended.
        desk.looked(at: "sip", nil, at: .seconds(601))
        #expect(desk.trouble(of: "sip") == nil)
        #expect(desk.beginLooks(at: ["sip"], at: .seconds(630)) == [])
        #expect(desk.beginLooks(at: ["sip"], at: .seconds(631)) == ["sip"])
    }

    @Test("Old messages are forgotten once a day")
    func forgetting() {
        #expect(desk.beginForgetting(at: .zero))
        #expect(!desk.beginForgetting(at: .seconds(86_399)))
        #expect(desk.beginForgetting(at: .seconds(86_400)))
    }

    @Test("The host of the address that is set is the one to which messages lead")
    func links() {
        #expect(desk.linkedHost == nil)
        for (address, host) in [
            ("https://home.example.org:4280", "home.example.org"), ("https://[fd00::7]", "fd00::7"),
        ] {
            let links = StoredChannel(name: StoredChannel.links, isOn: true, settings: ["address": address])
            desk.setLinks([StoredChannel(name: "ntfy", isOn: true), links])
            #expect(desk.linkedHost == host)
        }
        desk.setLinks([StoredChannel(name: StoredChannel.links, isOn: true)])
        #expect(desk.linkedHost == nil)
    }
}
