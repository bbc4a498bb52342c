public import Care
public import Foundation

/// A message from a kiosk or station to the service. Its id makes it safe to send it twice.
public enum CareCommand: Sendable, Equatable, Identifiable {
    case ask(NewRequest)
    case respond(requestID: UUID, NewResponse)
    case fault(Fault)
    case propose(NewNeedProposal)
    /// An entry about an occurrence: done, skipped, a note, or an undo.
    case mark(OccurrenceEntry)
    case receipt(reminder: UUID, ReminderReceipt)
    /// That a kiosk has said words to its client.
    case said(words: UUID, WordsReceipt)
    /// How a kiosk's client is.
    case mood(NewMood)
    /// What a kiosk asks for its client's household.
    case household(HouseholdCommand)

    public var id: UUID {
        switch self {
        case .ask(let request): request.id
        case .respond(_, let response): response.id
        case .fault(let fault): fault.id
        case .propose(let proposal): proposal.id
        case .mark(let entry): entry.id
        case .receipt(_, let receipt): receipt.id
        case .said(_, let receipt): receipt.id
        case .mood(let mood): mood.id
        case .household(let command): command.id
        }
    }
}
