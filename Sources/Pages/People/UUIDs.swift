import FoundationEssentials

/// Ids that are made when a form is drawn, so that sending it twice does it once.
enum UUIDs {
    static func new() -> String { UUID().uuidString.lowercased() }

    /// The one that a form has brought; a new one where it has none.
    static func draft(_ fields: PageFields) -> UUID {
        fields["id"].flatMap { UUID(uuidString: $0) } ?? UUID()
    }
}
