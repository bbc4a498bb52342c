import Care
import FoundationEssentials

/// What one provider has written for the client.
struct ProviderNotes: Sendable, Equatable {
    /// By id.
    var provider: String
    var name: String
    /// The latest first; at least one.
    var notes: [AppointmentNote]
    /// Whether any of them was not heard to its end yet.
    var hasNew: Bool
}

extension KioskAgenda {
    /// What providers have written for the client, whoever has written last first.
    var written: [ProviderNotes] {
        let notes = known?.notes ?? []
        var seen: Set<String> = []
        return notes.map(\.provider).filter { seen.insert($0).inserted }.map { provider in
            let own = notes.filter { $0.provider == provider }
            return ProviderNotes(
                provider: provider, name: own.first?.providerName ?? provider, notes: own,
                hasNew: own.contains(where: isNew))
        }
    }

    func isNew(_ note: AppointmentNote) -> Bool { !heardNotes.contains(note.id) }

    /// It was heard to its end. Of what cannot be heard any more nobody needs to know that.
    mutating func heard(_ note: UUID) {
        heardNotes.formIntersection((known?.notes ?? []).map(\.id))
        heardNotes.insert(note)
    }
}
