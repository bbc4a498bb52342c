import Care
import CareStore
import Foundation
import Recurrence
import Wording

/// What a message says, in the language of whoever gets it.
struct MessageWords: Sendable {
    let say: Translation
    let zone: ZoneRules
    let now: Date

    // MARK: - Of calls

    /// That somebody calls.
    func call(_ request: Request) -> (title: String, body: String) {
        guard !request.isUnreadable else {
            return (
                say(Text("message.unreadable", ["client": client(request)])), say(Text("message.go_and_see"))
            )
        }
        let name = request.priority == .urgent ? "message.calls_urgently" : "message.calls"
        return (
            say(.capitalized(Text(name, about(request)))),
            say(Text("message.said_at", ["said": .verbatim(request.say), "time": time(request.askedAt)]))
        )
    }

    /// What has become of a call.
    func news(_ request: Request) -> (title: String, body: String) {
        (say(.capitalized(state(request))), say(.capitalized(Text("message.was_about", about(request)))))
    }

    private func state(_ request: Request) -> Text {
        let client = client(request)
        switch request.state {
        case .asked, .heard: return Text("message.waits_again", ["client": client])
        case .onTheWay:
            guard let name = request.changedBy else {
                return Text("message.somebody_goes", ["client": client])
            }
            return Text("message.goes", ["name": .verbatim(name), "client": client])
        case .met: return Text("message.done", ["client": client])
        case .declined: return Text("message.not_now", ["client": client])
        case .cancelled: return Text("message.no_longer", ["client": client])
        }
    }

    private func about(_ request: Request) -> [String: Text.Value] {
        ["client": client(request), "need": .verbatim(request.called)]
    }

    private func client(_ request: Request) -> Text.Value { .verbatim(request.clientName) }

    // MARK: - Of what is planned

    func reminder(_ reminder: Reminder) -> (title: String, body: String) {
        if let request = reminder.request { return call(request) }
        if let charge = reminder.charge { return (say(due(charge)), "") }
        guard let occurrence = reminder.occurrence else {
            return (say(Text("message.unreadable_plan")), say(Text("message.look_at_today")))
        }
        let name =
            switch reminder.kind {
            case .before: "message.before"
            case .due, .request: "message.due"
            case .missed: "message.missed"
            case .offered: "message.offered"
            }
        let title = say(
            .capitalized(
                Text(name, ["title": .verbatim(occurrence.title), "time": time(occurrence.at)])))
        let isClients = occurrence.client != RoutineOccurrence.noClient
        let whose =
            isClients ? say(Text("message.of_client", ["client": .verbatim(occurrence.clientName)])) : nil
        return (title, [whose, occurrence.details].compactMap(\.self).joined(separator: "\n"))
    }

    private func due(_ charge: AskedAmount) -> Text {
        let today = zone.local(of: now).day
        if charge.due < today { return Text("now.pay_late") }
        if charge.due == today { return Text("now.pay_today") }
        return Text("now.pay_ahead", ["day": .day(charge.due, today: today)])
    }

    // MARK: - Others

    /// - Parameter home: What people call the home; `nil` where nobody has given it a name.
    func test(of home: String?) -> (title: String, body: String) {
        let title = home.map { Text("message.test_of", ["home": .verbatim($0)]) } ?? Text("message.test")
        return (say(title), say(Text("message.test_meaning")))
    }

    /// What stands on the button of an answer.
    func button(_ word: MessageAnswer.Word) -> String {
        switch word {
        case .onTheWay: say(Text("message.on_my_way"))
        case .cannot: say(Text("message.cannot"))
        }
    }

    /// By which keys a telephone call is answered: whoever only hears it sees no buttons.
    var keys: String { say(Text("message.keys")) }

    /// What came of an answer, for whoever gave it.
    func said(_ word: MessageAnswer.Word, to request: Request) -> String {
        let client = client(request)
        return switch word {
        case .onTheWay: say(.capitalized(Text("message.hears_on_the_way", ["client": client])))
        case .cannot: say(Text("message.asks_on"))
        }
    }

    private func time(_ date: Date) -> Text.Value { .time(zone.local(of: date)) }
}
