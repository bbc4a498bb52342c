import Care
import HomeFiles

extension Phrases {
    /// For whom something planned is, as it is spoken: the client, whoever does it, or everybody.
    func whose(_ occurrence: RoutineOccurrence) -> String {
        switch occurrence.audience {
        case .client, .person: occurrence.clientName
        case .household: self[.everybody]
        }
    }
}
