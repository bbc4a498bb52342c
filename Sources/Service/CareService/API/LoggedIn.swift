import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird

/// What came of a first step that was right.
enum LoggedIn: Sendable {
    /// They are in.
    case begun(BegunSession, Person, hasPassword: Bool)
    /// They are asked for the second step; nothing has begun.
    case secondStep(SecondStepAsked)
    /// They may not log in (any more), or what they have shown first is not theirs any more, or was used already.
    case refused
    /// What they have shown at the second step was used already, or is not theirs (any more).
    case secondStepRefused
}

extension APICall {
    /// Logs somebody in whose first step was right, or asks for the second. Ends the session that this browser had.
    func logIn(
        _ person: String, by first: LogInProof, and second: SecondStep? = nil
    ) async throws -> LoggedIn {
        let (new, before) = (newSession(), visitor?.session)
        let end = try await write(as: nil) { store throws(CareStoreError) in
            try await store.logIn(person, by: first, and: second, new.kept, endingBefore: before)
        }
        switch end {
        case .begun(let person, let hasPassword, let ended):
            core.endStreams(of: Set(ended))
            return .begun(new, person, hasPassword: hasPassword)
        case .needsSecondStep: return .secondStep(try await askSecondStep(person, first))
        case .refused: return .refused
        case .secondStepRefused: return .secondStepRefused
        }
    }

    /// What is told to somebody whose first step was right, and who is asked for the second.
    func askSecondStep(
        _ person: String, _ first: LogInProof
    ) async throws -> SecondStepAsked {
        let stored = try await core.read { store throws(CareStoreError) in
            try await store.secondStep(of: person)
        }
        let (token, left) = core.gate.beginLogin(of: person, by: first, from: source.address)
        return SecondStepAsked(
            token: token, expiresAt: core.clock.wall().addingTimeInterval(left / .seconds(1)),
            hasRecoveryCodes: (stored?.recoveryCodesLeft ?? 0) > 0)
    }
}
