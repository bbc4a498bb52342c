import Care
import Wording

/// For whom something planned is, in its reader's words.
enum WhoseText {
    /// "Maria", "Anna", "everybody".
    static func of(_ occurrence: RoutineOccurrence) -> Text {
        switch occurrence.audience {
        case .client, .person: .verbatim(occurrence.clientName)
        case .household: Text("chores.everybody")
        }
    }

    /// The same of what is in the history.
    static func of(_ story: EntryStory) -> Text {
        let isHouseholds =
            story.client == RoutineOccurrence.noClient
            && story.clientName == ReminderPlanning.everyoneName
        return isHouseholds ? Text("chores.everybody") : .verbatim(Isolation.marked(story.clientName))
    }

    /// "Maria – Anna": for whom, and who does it; once where that is the same.
    static func line(_ occurrence: RoutineOccurrence) -> Text {
        let who = occurrence.assignment.name.map { Text.verbatim($0) }
        guard occurrence.audience != .person, !occurrence.isByItsClient else { return who ?? of(occurrence) }
        return .joined([of(occurrence), who].compactMap(\.self), separator: " – ")
    }

    /// "For Maria, by Anna", "for everybody, by Anna", "by Anna".
    static func forAndBy(_ occurrence: RoutineOccurrence) -> Text {
        let who = occurrence.assignment.name.map(Text.Value.verbatim)
        if let who, occurrence.isByItsClient { return Text("chores.by", ["who": who]) }
        switch (occurrence.audience, who) {
        case (.person, let who?): return Text("chores.by", ["who": who])
        case (.person, nil), (.client, nil), (.household, nil):
            return Text("plan.for_client", ["client": .text(of(occurrence))])
        case (.client, let who?), (.household, let who?):
            return Text("plan.for_client_by", ["client": .text(of(occurrence)), "who": who])
        }
    }
}

extension RoutineOccurrence {
    /// Whether it is a client's who does it: then one name says both.
    var isByItsClient: Bool { audience == .client && assignment.person == client }
}
