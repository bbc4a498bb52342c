/// How soon a request must be answered. Decides the alert sound, its repetition and the escalation.
public enum Priority: String, Codable, Sendable, CaseIterable, Comparable {
    case normal
    case soon
    case urgent

    private var rank: Int {
        switch self {
        case .normal: 0
        case .soon: 1
        case .urgent: 2
        }
    }

    public static func < (left: Priority, right: Priority) -> Bool { left.rank < right.rank }
}
