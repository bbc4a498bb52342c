import Care
import CareStore
import Foundation
import Identity

/// What somebody has typed at the second step.
enum SecondStepCode: Equatable {
    /// The code that the app shows, or what can be a recovery code: whether it is one of theirs, the store knows.
    case shown(SecondStep)
    /// A code that was taken before.
    case used
    /// It is neither.
    case wrong
    /// The same, and it may be the clock's fault: codes follow from the time.
    case wrongByClock

    /// - Parameters:
    ///   - stored: Of whoever types it.
    ///   - isClockWrong: Whether this machine's clock is known to be wrong.
    init(_ text: String, _ stored: StoredSecondStep, at now: Date, isClockWrong: Bool) {
        let text = Self.plain(text)
        if let hash = RecoveryCode.hash(text) {
            self = .shown(.recoveryCode(hash))
            return
        }
        if let step = OneTimePassword.match(text, secret: stored.secret, at: now, after: stored.lastStep) {
            self = .shown(.code(step: step))
            return
        }
        // Clearly behind the moment of a code that was right, the clock has gone back: the next ones would all count as used.
        let newest = OneTimePassword.step(at: now) + Int64(OneTimePassword.window)
        let hasGoneBack = stored.lastStep > newest + 2
        let isOfNow = OneTimePassword.match(text, secret: stored.secret, at: now, after: .min) != nil
        if isOfNow, !hasGoneBack {
            self = .used
        } else {
            self = isClockWrong || hasGoneBack ? .wrongByClock : .wrong
        }
    }

    /// With the digits of other scripts as those that apps show: a keyboard may write no others.
    static func plain(_ text: String) -> String {
        String(
            text.map { character in
                guard let digit = character.wholeNumberValue, (0...9).contains(digit) else {
                    return character
                }
                return Character("\(digit)")
            })
    }
}

extension ServiceCore {
    /// Whether this machine's clock is known to be wrong at a moment that it shows.
    func isClockWrong(_ now: Date) async throws(CareProblem) -> Bool {
        guard !CareStore.isCertainlyWrong(now) else { return true }
        return try await read { store throws(CareStoreError) in try await store.clockIsBehind() } != nil
    }
}
