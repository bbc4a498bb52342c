import Care
import CareStore
import Crypto
import CryptoExtras
import Dispatch
import Foundation
import Synchronization

/// Makes hashes of passwords, one after the other, away from the threads that answer.
///
/// Each takes a tenth of a second of one core and 32 MiB, on purpose. So that nobody can keep the machine busy with that, only
/// so many wait; and a kiosk on the same machine always has the other core.
final class PasswordHasher: Sendable {
    /// What scrypt costs.
    struct Cost: Sendable, Equatable {
        var rounds = 1 << 15
        var blockSize = 8
        var parallelism = 1

        var text: String { "scrypt:\(rounds):\(blockSize):\(parallelism)" }

        init(rounds: Int = 1 << 15) { self.rounds = rounds }

        /// `nil` for what this version cannot check.
        init?(_ text: String) {
            let parts = text.split(separator: ":")
            let numbers = parts.dropFirst().compactMap { Int($0) }
            guard parts.first == "scrypt", parts.count == 4, numbers.count == 3,
                (2...(1 << 20)).contains(numbers[0]), numbers[0].nonzeroBitCount == 1,
                (1...32).contains(numbers[1]), (1...16).contains(numbers[2])
            else { return nil }
            (rounds, blockSize, parallelism) = (numbers[0], numbers[1], numbers[2])
        }
    }

    private static let saltLength = 16
    private static let hashLength = 32
    /// So many wait at once; the last of them for some seconds.
    private static let mostWaiting = 20

    private let cost: Cost
    private let queue = DispatchQueue(label: "passwords", qos: .utility)
    private let waiting = Mutex(0)

    init(cost: Cost) { self.cost = cost }

    func hash(_ password: String) async throws(CareProblem) -> StoredPassword {
        var generator = SystemRandomNumberGenerator()
        let salt = Data(
            (0..<Self.saltLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        return StoredPassword(
            salt: salt, hash: try await derive(password, salt, cost), parameters: cost.text)
    }

    /// Whether it is that password. Takes as long where there is none, so that nobody learns whose names are known.
    func matches(_ password: String, _ stored: StoredPassword?) async throws(CareProblem) -> Bool {
        let known = stored.flatMap { Cost($0.parameters) }
        let made = try await derive(
            password, stored?.salt ?? Data(repeating: 0, count: Self.saltLength), known ?? cost)
        return Secrets.matches(made, stored?.hash ?? Data()) && known != nil
    }

    private func derive(_ password: String, _ salt: Data, _ cost: Cost) async throws(CareProblem) -> Data {
        let isRoom = waiting.withLock { waiting in
            guard waiting < Self.mostWaiting else { return false }
            waiting += 1
            return true
        }
        guard isRoom else {
            throw CareProblem(.tooMany, "too many people log in at this moment: try again in a few seconds")
        }
        defer { waiting.withLock { $0 -= 1 } }
        // One keyboard writes ä as one sign, another as two.
        let words = Data(password.precomposedStringWithCanonicalMapping.utf8)
        let made: Data? = await withCheckedContinuation { continuation in
            queue.async {
                let key = try? KDF.Scrypt.deriveKey(
                    from: words, salt: salt, outputByteCount: Self.hashLength, rounds: cost.rounds,
                    blockSize: cost.blockSize, parallelism: cost.parallelism)
                continuation.resume(returning: key.map { $0.withUnsafeBytes { Data($0) } })
            }
        }
        // Only for want of memory.
        guard let made else {
            throw CareProblem(
                .storeFailed, "the password could not be checked: the machine has no memory left")
        }
        return made
    }
}
