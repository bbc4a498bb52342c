import Care
import CareStore
import Foundation
import Logging
import StoreFiles
import Wording

/// A message by its token, as it is stored.
struct FoundMessage: Sendable {
    let message: OutgoingMessage
    let answeredAt: Date?
}

/// Answers from the devices that showed a message: its token says whose answer it is (decision 0522).
extension ServiceCore {
    /// How long a message can be answered, in seconds: a night.
    private static let answerable: TimeInterval = 12 * 3600

    /// What was sent with a token; `nil` where this home has sent nothing with it.
    func message(withToken token: String) async throws(CareProblem) -> FoundMessage? {
        guard let key = try await key(ofToken: token) else { return nil }
        let found = try await read(on: .call) { store throws(CareStoreError) in
            try await store.message(key: key)
        }
        return found.map { FoundMessage(message: $0.0, answeredAt: $0.answeredAt) }
    }

    private func key(ofToken token: String) async throws(CareProblem) -> UUID? {
        guard token.utf8.count == HomeToken.length else { return nil }
        return HomeToken.id(of: token, for: .answer, key: try await messages.secrets.read().answerKey)
    }

    /// A device has shown it. Returns whether this home has sent anything with the token.
    func confirm(token: String) async throws(CareProblem) -> Bool {
        guard let key = try await key(ofToken: token) else { return false }
        let now = clock.wall()
        if let contact = messages.confirmed(test: key) {
            try await write { store throws(CareStoreError) in
                try await store.proved(
                    contact.id, nil, isConfirmed: true, sequence: contact.sequence, at: now)
            }
            return true
        }
        let isSent = try await write(on: .call) { store throws(CareStoreError) in
            try await store.confirm(message: key, at: now)
        }
        // A reminder was told.
        if isSent { agendaChanged() }
        return isSent
    }

    /// What a message asks, and what has become of that: for whoever opens its link. It answers nothing.
    ///
    /// - Parameter visitor: Who has logged in where it is read.
    func standing(of found: FoundMessage, visitor: Person?) async throws(CareProblem) -> MessageStanding {
        let message = found.message
        try Self.check(visitor, mayAnswer: message)
        let (request, _) = try await asked(by: message)
        let words = await words(in: try await person(message.contact.person)?.language)
        let said = said(message, words)
        let isNews = request.state.isAnswered || !request.state.isOpen
        return MessageStanding(
            title: said.title, body: said.body, state: request.state,
            news: isNews ? words?.news(request).title : nil, isAnswered: found.answeredAt != nil,
            language: words?.say.language)
    }

    /// What was sent to one person is nobody else's.
    private static func check(_ visitor: Person?, mayAnswer message: OutgoingMessage) throws(CareProblem) {
        guard let visitor, visitor.id != message.contact.person else { return }
        guard Set<CallerRole>.staff.contains(CallerRole(visitor.role)) else {
            throw CareProblem(
                .forbidden,
                "this was sent to somebody else: \(visitor.name) answers no calls, and has to log out first")
        }
        throw CareProblem(
            .forbidden,
            "this was sent to somebody else: answer as \(visitor.name) on the page Now, or log out first")
    }

    /// Answers as the person to whom a message was sent, once.
    ///
    /// - Parameter visitor: Who has logged in where the answer came from.
    func answer(
        _ found: FoundMessage, with word: MessageAnswer.Word, visitor: Person?
    ) async throws(CareProblem) -> MessageAnswered {
        let message = found.message
        try Self.check(visitor, mayAnswer: message)
        let (request, sender) = try await answerable(found)
        let answered: Request
        switch word {
        case .onTheWay:
            // With the message's own id: however often it is sent, there is one answer.
            let new = NewResponse(id: message.key, state: .onTheWay, by: sender.name, at: clock.wall())
            do throws(CareProblem) {
                answered = try await respond(
                    to: request.id, new, actor: sender.actor, claimant: sender.claimant
                ).0
            } catch { throw Self.shown(error) }
            try await markAnswered(message)
        case .cannot:
            // Else they would read that it goes on to others.
            guard !request.state.isAnswered else { throw Self.has(request.changedBy ?? "?") }
            try await markAnswered(message)
            answered = try await change { store, now throws(CareStoreError) in
                try await store.passOn(request.id, at: now)
                return (request, isNew: true)
            }.0
        }
        let own = await words(in: try await person(message.contact.person)?.language)
        return MessageAnswered(
            state: answered.state, said: own?.said(word, to: answered) ?? "", language: own?.say.language)
    }

    /// A channel has an answer at once, as that of a telephone call.
    func answer(_ message: OutgoingMessage, with word: MessageAnswer.Word) async {
        do throws(CareProblem) {
            _ = try await answer(
                FoundMessage(message: message, answeredAt: nil), with: word, visitor: nil)
        } catch {
            causes.log(.notice, "an answer was not taken", reason: "\(message.contact.channel): \(error)")
        }
    }

    /// Throws where another answer was first.
    private func markAnswered(_ message: OutgoingMessage) async throws(CareProblem) {
        let now = clock.wall()
        let isFirst = try await write(on: .call) { store throws(CareStoreError) in
            try await store.markAnswered(message: message.key, at: now)
        }
        guard isFirst else { throw Self.answeredBefore }
        agendaChanged()
    }

    private struct Sender {
        let name: String
        let actor: Actor
        let claimant: String
    }

    /// The call that a message asks for, with who answers it; throws where nobody can do that any more.
    private func answerable(_ found: FoundMessage) async throws(CareProblem) -> (Request, Sender) {
        guard found.answeredAt == nil else { throw Self.answeredBefore }
        let (request, sender) = try await asked(by: found.message)
        guard request.state.isOpen else { throw Self.over }
        return (request, sender)
    }

    /// The call that a message asks for, as it is now, with who may answer; throws where the message's token opens nothing any more.
    private func asked(by message: OutgoingMessage) async throws(CareProblem) -> (Request, Sender) {
        guard message.kind == .alert, let asked = message.asked else {
            throw CareProblem(.gone, "this message asks for no answer")
        }
        guard abs(clock.wall().timeIntervalSince(message.createdAt)) <= Self.answerable else {
            throw CareProblem(.gone, "this message is too old to be answered: look at the page Now")
        }
        let sender = try await sender(of: message.contact)
        let request = try await read(on: .call) { store throws(CareStoreError) in
            try await store.request(asked.id)
        }
        guard let request else { throw Self.over }
        return (request, sender)
    }

    /// Who answers over a contact: as if they had logged in.
    private func sender(of contact: Contact) async throws(CareProblem) -> Sender {
        guard let id = contact.person else {
            // The home's own is as a station: whoever answers there counts as a caregiver of this home.
            return Sender(name: contact.label, actor: .station, claimant: "contact \(contact.id)")
        }
        guard let person = try await person(id), person.isActive,
            Set<CallerRole>.staff.contains(CallerRole(person.role))
        else {
            throw CareProblem(.forbidden, "whoever got this message does not answer calls here any more")
        }
        let caller = Caller(role: CallerRole(person.role), person: person)
        return Sender(name: person.name, actor: caller.actor, claimant: caller.claimant)
    }

    private static let answeredBefore = CareProblem(
        .conflict, "this message was answered already: look at the page Now")

    private static let over = CareProblem(.gone, "this call is over: nobody has to come any more")

    private static func has(_ name: String) -> CareProblem { CareProblem(.gone, "\(name) has it") }

    /// What the call would not take: for whoever reads it on a locked phone.
    private static func shown(_ problem: CareProblem) -> CareProblem {
        guard problem.kind == .conflict else { return problem }
        switch problem.field {
        case "takes_over": return has(problem.request?.changedBy ?? "?")
        case "state": return over
        default: return answeredBefore
        }
    }
}
