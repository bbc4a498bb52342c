/// For whom something planned is: one of the three whose plans a home has.
public enum Audience: String, Codable, Sendable, CaseIterable {
    /// The client whom it names.
    case client
    /// Somebody else who lives or works here, or several: those who do it.
    case person
    /// All who live here.
    case household
}

extension Audience: DefaultWhenAbsent {
    public static var whenAbsent: Audience { .client }
    public static var isWrittenAsDefault: Bool { true }
}
