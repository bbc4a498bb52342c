import Care
import FoundationEssentials
import Wording

/// What came of a test message that was sent just now.
enum ReachTrial {
    case taken(ReachNotice)
    /// With what is wrong, and what to do.
    case refused(Notice)

    static func send(to contact: UUID, _ api: PageAPI) async throws(CareProblem) -> ReachTrial {
        let proof: ContactProof = try await api.send("POST", "contacts/\(contact)/proofs", Ignored())
        func refused(_ name: String) -> ReachTrial {
            let why = proof.problem.map { Text.sentence(.written($0)) } ?? .empty
            return .refused(Notice(text: Text(name, ["problem": .text(why)]), isProblem: true))
        }
        return switch proof.outcome {
        case .accepted: .taken(.accepted)
        case .confirmed: .taken(.confirmed)
        case .failed: refused("reach.trial_failed")
        case .later: refused("reach.trial_later")
        case .gone: refused("reach.trial_gone")
        }
    }
}
