public import FoundationEssentials

/// The address of a home's own video service, with a place for each appointment's own.
public struct VideoLink: Equatable, Sendable {
    /// What stands for an appointment.
    static let appointment = "{appointment}"
    static let mostCharacters = 400

    private let template: String

    /// - Returns: `nil` for what is no address that a browser opens safely: only `https`, and nothing in it that needs to be escaped.
    public init?(_ template: String) {
        let rest = template.replacing(Self.appointment, with: "0")
        guard template.utf8.count <= Self.mostCharacters, rest.hasPrefix("https://"),
            let host = rest.dropFirst(8).split(separator: "/", omittingEmptySubsequences: false).first,
            host.contains(where: { $0.isLetter || $0.isNumber }), !host.contains("@"),
            rest.utf8.allSatisfy({ (33...126).contains($0) && !"<>\"'`\\{}|^".utf8.contains($0) })
        else { return nil }
        self.template = template
    }

    /// Where an appointment takes place.
    public func address(of appointment: UUID) -> String {
        template.replacing(Self.appointment, with: appointment.uuidString.lowercased())
    }
}
