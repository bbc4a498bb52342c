/// For whom something planned is: one of the three whose plans a home has.
public enum Audience: String, Codable, Sendable, CaseIterable {
    /// The client whom it names.
    case client
    /// Somebody else who lives or works here.
    case person
    /// All who live here.
    case household

    /// Those for whom something can be planned so far.
    public static let offered: [Audience] = [.client]

    /// Throws where nothing can be planned for it yet.
    func check(_ field: String) throws(FieldProblem) {
        guard !Self.offered.contains(self) else { return }
        let offered = Self.offered.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        throw FieldProblem(field, "`\(rawValue)` is not offered yet: use \(offered)")
    }
}

extension Audience: DefaultWhenAbsent {
    public static var whenAbsent: Audience { .client }
    public static var isWrittenAsDefault: Bool { true }
}
