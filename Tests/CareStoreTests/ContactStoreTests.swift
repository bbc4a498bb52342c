import Care
import Foundation
import GRDB
import StoreFiles
import Testing

@testable import CareStore

@Suite("The ways to reach people, and what the home has set of channels")
struct ContactStoreTests {
    private func at(_ seconds: Double) -> Date { noon.addingTimeInterval(seconds) }

    private func error(_ body: () async throws -> Void) async -> CareStoreError? {
        do {
            try await body()
            return nil
        } catch { return error as? CareStoreError }
    }

    @Test("One is made, changed by its sequence, and read after a restart; the same again only renews it")
    func changes() async throws {
        let home = try await RoutineHome.reaching(restarts: true)
        let first = try await home.reach("anna", "Anna's phone", after: 30)
        #expect(first.sequence == 1 && first.state == .new && first.renewedAt == noon)
        #expect(try await home.opened().contacts(of: "anna") == [first])
        var sent = first
        sent.sequence = 0
        let again = try await home.opened().save(sent, at: at(5))
        #expect(again.sequence == 1 && again.renewedAt == at(5))

        var changed = again
        (changed.label, changed.after) = ("Anna's watch", 60)
        // What only the service knows is not taken from anybody.
        (changed.state, changed.problem, changed.provedAt) = (.working, "none", at(1))
        let saved = try await home.opened().save(changed, at: at(6))
        #expect(saved.sequence == 2 && saved.label == "Anna's watch" && saved.after == 60)
        #expect(saved.state == .new && saved.problem == nil && saved.provedAt == nil)
        changed.label = "Somebody else's"
        let conflict = await error { _ = try await home.opened().save(changed, at: at(7)) }
        #expect(conflict == .contactChanged(current: saved))
        #expect(try await home.opened().contact(first.id) == saved)
        #expect(try await home.opened().allContacts() == [saved])
    }

    @Test("Two of the same id are one: the second is refused, whoever's it is")
    func sameID() async throws {
        let home = try await RoutineHome.reaching()
        let first = try await home.reach("anna", "Anna's phone")
        var other = Contact(id: first.id, person: "ben", channel: "ntfy", label: "Ben's phone")
        let store = home.store
        let taken = await error { _ = try await store.save(other, at: noon) }
        #expect(taken == .contactChanged(current: first))
        other.sequence = 1
        let moved = await error { _ = try await store.save(other, at: noon) }
        guard case .invalid("person", _) = moved else {
            Issue.record("\(String(describing: moved))")
            return
        }
        var elsewhere = first
        elsewhere.channel = "mail"
        let changed = await error { _ = try await store.save(elsewhere, at: noon) }
        guard case .invalid("channel", _) = changed else {
            Issue.record("\(String(describing: changed))")
            return
        }
        #expect(try await store.allContacts() == [first])
    }

    @Test("Nobody gets one who is not there, nor more than twenty; a new one has sequence 0")
    func limits() async throws {
        let home = try await RoutineHome.reaching()
        let store = home.store
        func refused(_ person: String?, sequence: Int64 = 0) async -> String? {
            let contact = Contact(
                id: UUID(), person: person, channel: "ntfy", label: "A phone", sequence: sequence)
            switch await error({ _ = try await store.save(contact, at: noon) }) {
            case .invalid(let field, _): return field
            case .notFound: return "sequence"
            case let other: return other?.description
            }
        }
        #expect(await refused("nobody") == "person")
        #expect(await refused("anna", sequence: 3) == "sequence")
        for person in ["anna", nil] {
            for _ in 0..<Contacts.most { #expect(await refused(person) == nil) }
            #expect(await refused(person) == "id")
        }
        #expect(await refused("ben") == nil)
    }

    @Test("With the first contact somebody has messages until the last is gone; what they untick stays so")
    func firstContact() async throws {
        let home = try await RoutineHome.reaching(restarts: true)
        func hasMessages() async throws -> Bool {
            let people = try await home.opened().people()
            return try #require(people.first { $0.id == "anna" }).reminders.channels.contains(.command)
        }
        let phone = try await home.reach("anna", "Anna's phone")
        #expect(try await hasMessages())
        var person = try #require(try await home.opened().people().first { $0.id == "anna" })
        #expect(person.sequence == 2)
        person.reminders.channels = []
        _ = try await home.opened().setPerson(person, at: noon)
        let watch = try await home.reach("anna", "Anna's watch")
        #expect(try await !hasMessages())
        _ = try await home.opened().record(water(), receivedAt: noon)
        #expect(try await home.pending().isEmpty)

        for contact in [phone, watch] { try await home.opened().removeContact(contact.id, at: noon) }
        try await home.opened().removeContact(watch.id, at: noon)
        let next = try await home.reach("anna", "Anna's next phone")
        #expect(try await hasMessages())
        try await home.opened().removeContact(next.id, at: noon)
        #expect(try await !hasMessages())
    }

    @Test("Where there is a program, messages stay chosen without a contact")
    func programStays() async throws {
        var policy = AlertPolicy()
        policy.command = ["/usr/bin/page"]
        let home = try await RoutineHome.reaching(policy: policy)
        let phone = try await home.reach("anna", "Anna's phone")
        try await home.store.removeContact(phone.id, at: noon)
        let people = try await home.store.people()
        #expect(people.first { $0.id == "anna" }?.reminders.channels == [.command])
    }

    @Test("Who has left gets nothing any more, also after they are back")
    func left() async throws {
        let home = try await RoutineHome.reaching()
        let phone = try await home.reach("anna", "Anna's phone")
        _ = try await home.store.record(water(), receivedAt: noon)
        #expect(try await home.store.nextMessage() == noon)
        var person = try #require(try await home.store.people().first { $0.id == "anna" })
        person.isActive = false
        person = try await home.store.setPerson(person, at: noon).0
        #expect(try await home.store.nextMessage() == nil)
        let off = try await home.stored(phone)
        #expect(!off.isOn && off.sequence == phone.sequence + 1)
        person.isActive = true
        _ = try await home.store.setPerson(person, at: noon)
        #expect(try await home.sent(until: 1000).isEmpty)
    }

    @Test("Whoever becomes a client gets nothing any more: they are told at their kiosk")
    func becomesClient() async throws {
        let home = try await RoutineHome.reaching()
        let phone = try await home.reach("anna", "Anna's phone")
        _ = try await home.store.record(water(), receivedAt: noon)
        var person = try #require(try await home.store.people().first { $0.id == "anna" })
        person.role = .client
        _ = try await home.store.setPerson(person, at: noon)
        #expect(try await home.stored(phone).isOn == false)
        #expect(try await home.store.nextMessage() == nil)
    }

    @Test("A device that was handed on is its new owner's alone, until the old one takes it back")
    func handedOn() async throws {
        let home = try await RoutineHome.reaching()
        let store = home.store
        func phone(_ person: String, _ endpoint: String = "https://push.example/1") -> Contact {
            Contact(
                id: UUID(), person: person, channel: "web_push", label: "Phone of \(person)",
                address: ["endpoint": endpoint])
        }
        let annas = try await store.save(phone("anna"), at: noon)
        let watch = try await store.save(phone("anna", "https://push.example/2"), at: noon)
        _ = try await store.record(water(), receivedAt: noon)
        let bens = try await store.save(phone("ben"), at: at(1))
        let ended = try await home.stored(annas)
        #expect(ended.state == .ended && ended.problem?.contains("on this device") == true)
        #expect(try await home.stored(watch).state == .new)
        #expect(try await home.pending(at: 2).map(\.contact.id) == [watch.id])
        // That the old owner's page saves the same again takes nothing back.
        _ = try await store.save(ended, at: at(2))
        #expect(try await home.stored(annas).state == .ended)
        #expect(try await home.stored(bens).state == .new)
        _ = try await store.save(ended, isRenewed: true, at: at(3))
        #expect(try await home.stored(annas).state == .new)
        #expect(try await home.stored(bens).state == .ended)
        // Another app has topics, which several may read.
        for person in ["anna", "ben"] { try await home.reach(person, "Family") }
        #expect(try await store.allContacts().count { $0.label == "Family" && $0.state == .new } == 2)
    }

    @Test("A proof of an address that was written anew since says nothing of the new one")
    func staleProof() async throws {
        let home = try await RoutineHome.reaching()
        let phone = try await home.reach("anna", "Anna's phone")
        var changed = phone
        changed.address = ["topic": "another"]
        let anew = try await home.store.save(changed, at: noon)
        for problem in [nil, "no answer"] {
            try await home.store.proved(phone.id, problem, sequence: phone.sequence, at: at(1))
            #expect(try await home.stored(phone) == anew)
        }
        try await home.store.proved(phone.id, "it is gone", isGone: true, sequence: phone.sequence, at: at(2))
        #expect(try await home.stored(phone) == anew)
        try await home.store.proved(phone.id, nil, isConfirmed: true, sequence: anew.sequence, at: at(3))
        let working = try await home.stored(phone)
        #expect(working.state == .working && working.confirmedAt == at(3))
    }

    @Test("Switching one off drops what waits; switched on, or with another secret, it has to be proved anew")
    func switches() async throws {
        let home = try await RoutineHome.reaching()
        let phone = try await home.reach("anna", "Anna's phone")
        let store = home.store
        _ = try await store.record(water(), receivedAt: noon)
        try await store.proved(phone.id, "the token is wrong", at: at(1))
        #expect(try await home.stored(phone).state == .failing)
        var changed = phone
        changed.isOn = false
        changed = try await store.save(changed, at: at(2))
        #expect(changed.state == .failing)
        #expect(try await store.nextMessage() == nil)
        #expect(try await store.contactsToProve(before: .distantFuture).isEmpty)
        changed.isOn = true
        changed = try await store.save(changed, at: at(3))
        #expect(changed.state == .new)
        try await store.proved(phone.id, "the token is wrong", at: at(4))
        let renewed = try await store.save(changed, isRenewed: true, at: at(5))
        #expect(renewed.state == .new && renewed.problem == nil && renewed.sequence == changed.sequence + 1)
        try await store.proved(phone.id, nil, at: at(6))
        #expect(try await store.contactsToProve(before: at(6)).isEmpty)
        #expect(try await store.contactsToProve(before: at(7)).map(\.id) == [phone.id])
    }

    @Test("A channel is set by its sequence, and what goes over it is proved anew; no other name is taken")
    func channels() async throws {
        let home = try await RoutineHome(restarts: true)
        #expect(try await home.opened().channels().isEmpty)
        let new = StoredChannel(name: "mail", isOn: true, settings: ["host": "mail.example"])
        let first = try await home.opened().save(new, at: noon)
        #expect(first.sequence == 1)
        #expect(try await home.opened().save(new, at: noon) == first)
        #expect(try await home.opened().channels() == [first])
        let mail = try await home.reach("anna", "Anna's mail", over: "mail")
        try await home.opened().proved(mail.id, nil, at: noon)
        var other = new
        other.isOn = false
        let conflict = await error { _ = try await home.opened().save(other, at: noon) }
        #expect(conflict == .channelChanged(current: first))
        other = first
        other.settings["port"] = "465"
        #expect(try await home.opened().save(other, at: noon).sequence == 2)
        #expect(try await home.stored(mail).provedAt == nil)
        let unread = StoredChannel(name: "sms", isOn: true, sequence: 4)
        let early = await error { _ = try await home.opened().save(unread, at: noon) }
        #expect(early == .channelChanged(current: StoredChannel(name: "sms", isOn: true)))
        _ = try await home.opened().save(StoredChannel(name: StoredChannel.links, isOn: true), at: noon)
        let pigeon = StoredChannel(name: "pigeon", isOn: true)
        guard case .invalid("name", _) = await error({ _ = try await home.opened().save(pigeon, at: noon) })
        else {
            Issue.record("a pigeon was taken")
            return
        }
    }

    @Test("A client is covered while somebody who is there and may be called has a contact that works")
    func coverage() async throws {
        let otto = Person(id: "otto", name: "Otto", role: .client)
        let home = try await RoutineHome.reaching([maria, otto, anna, ben])
        let store = home.store
        #expect(try await store.coverage(now: noon) == nil)
        // Nobody is known to be at the other end of the home's own.
        try await home.reach(nil, "Office")
        #expect(try await store.coverage(now: noon) == nil)
        let watch = try await home.reach("maria", "Maria's watch")
        #expect(try await store.coverage(now: noon) == ["maria": false, "otto": false])
        let phone = try await home.reach("anna", "Anna's phone")
        let all = ["maria": true, "otto": true]
        let none = ["maria": false, "otto": false]
        #expect(try await store.coverage(now: noon) == all)
        try await store.proved(phone.id, "no answer", at: noon)
        #expect(try await store.coverage(now: noon) == none)
        try await store.proved(phone.id, nil, at: noon)
        #expect(try await store.coverage(now: noon) == all)

        var person = try #require(try await store.people().first { $0.id == "anna" })
        person.absences = [Absence(from: at(60), until: at(120))]
        person = try await store.setPerson(person, at: noon).0
        #expect(try await store.coverage(now: at(59)) == all)
        #expect(try await store.coverage(now: at(60)) == none)
        #expect(try await store.coverage(now: at(120)) == all)
        person.reminders.channels = []
        _ = try await store.setPerson(person, at: noon)
        #expect(try await store.coverage(now: noon) == none)

        try await home.reach("ben", "Ben's phone")
        #expect(try await store.coverage(now: noon) == all)
        var channel = try #require(try await store.channels().first { $0.name == "ntfy" })
        channel.isOn = false
        _ = try await store.save(channel, at: noon)
        #expect(try await store.coverage(now: noon) == none)
        for contact in try await store.allContacts() where contact.id != watch.id {
            try await store.removeContact(contact.id, at: noon)
        }
        try await store.removeContact(watch.id, at: noon)
        #expect(try await store.coverage(now: noon) == nil)
    }

    @Test("A home of the version before is opened with what waits in it, and takes contacts")
    func migration() async throws {
        var policy = AlertPolicy()
        policy.command = ["/usr/bin/page"]
        var paged = anna
        paged.reminders.channels = [.command]
        let home = try await RoutineHome([maria, paged], policy: policy)
        let (request, _) = try await home.store.record(water(), receivedAt: noon)
        let old = try await TestHome.before(
            StoreFormat.contacts, holding: ["person", "journal", "request", "due", "reminder"], of: home.home)
        let store = try old.store(policy)
        #expect(try await store.people() == home.store.people())
        #expect(try await store.pendingDelivery(now: noon) == home.store.pendingDelivery(now: noon))
        #expect(try await store.allContacts().isEmpty)
        #expect(try await store.channels().isEmpty)
        #expect(try await store.nextMessage() == nil)
        #expect(try await store.coverage(now: noon) == nil)
        _ = try await store.save(StoredChannel(name: "ntfy", isOn: true), at: noon)
        _ = try await store.save(
            Contact(id: UUID(), person: "anna", channel: "ntfy", label: "Anna's phone"), at: noon)
        // Who was told by the program before hears the escalation on their phone.
        _ = try await store.takeDue(now: at(300))
        let messages = try await store.pendingMessages(atMost: 9, now: at(300))
        #expect(messages.map(\.subject.id) == [request.id])
    }
}
