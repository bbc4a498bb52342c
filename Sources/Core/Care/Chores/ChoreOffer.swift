public import FoundationEssentials

/// Whoever has a chore asks somebody else to do it this time: nobody gets it without having said yes.
public struct ChoreOffer: Codable, Sendable, Equatable {
    public enum Answer: String, Codable, Sendable, CaseIterable {
        /// Whoever was asked has it now.
        case accepted
        case refused
    }

    /// Who asks, by id.
    public var by: String
    /// By name.
    public var byName: String
    /// Who is asked, by id.
    public var to: String
    /// By name.
    public var toName: String
    /// The entry by which they are asked: what an undo names while nobody has answered.
    public var entry: UUID
    /// Absent until they have answered.
    public var answer: Answer?
    /// Whether they have just answered; only in the event that tells of it.
    @PresentIfTrue public var isNews: Bool = false

    public init(
        by: String, byName: String, to: String, toName: String, entry: UUID, answer: Answer? = nil,
        isNews: Bool = false
    ) {
        self.by = by
        self.byName = byName
        self.to = to
        self.toName = toName
        self.entry = entry
        self.answer = answer
        self.isNews = isNews
    }

    enum CodingKeys: String, CodingKey {
        case by, to, entry, answer
        case byName = "by_name"
        case toName = "to_name"
        case isNews = "news"
    }
}

/// Somebody who can be asked to do a chore.
public struct ChorePerson: Codable, Sendable, Equatable, Identifiable {
    public var id: String
    public var name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

extension RoutineOccurrence {
    /// Until when whoever has it may ask somebody else, and be answered: until it counts as missed.
    private var canBeOffered: Bool {
        switch state {
        case .upcoming, .due: true
        case .done, .skipped, .missed: false
        }
    }

    /// What whoever has it asks of somebody and can still be answered.
    public var openOffer: ChoreOffer? {
        // By the plan it may have come to somebody else meanwhile, who has asked nobody.
        guard let offer = chore?.offer, offer.answer == nil, offer.by == assignment.person, canBeOffered
        else {
            return nil
        }
        return offer
    }

    /// Whether this person may ask somebody else to do it: it is a chore of theirs and no exercise, its time is not over, and nobody is
    /// asked yet.
    public func mayBeOffered(by person: String) -> Bool {
        assignment.person == person && chore?.isWork == true && exercise == nil && canBeOffered
            && openOffer == nil
    }
}
