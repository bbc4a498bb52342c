import Care
import CareStore
import Dispatch
import Digests
import Foundation
import Synchronization

/// Makes hashes of passwords, two at a time at most, away from the threads that answer.
///
/// Each takes some tenths of a second of one core and 32 MiB, on purpose. Only a limited number may wait, so
/// that nobody can keep the machine busy with it; and if there is more than one core, one always stays free
/// for a kiosk on the same machine.
final class PasswordHasher: Sendable {
    /// What scrypt costs. 2^15/8/3 is as strong as 2^17/8/1 by OWASP's Password Storage Cheat Sheet, with a quarter of its memory.
    struct Cost: Sendable, Equatable {
        var rounds = 1 << 15
        var blockSize = 8
        var parallelism = 3

        var text: String { "scrypt:\(rounds):\(blockSize):\(parallelism)" }

        init(rounds: Int = 1 << 15, parallelism: Int = 3) {
            (self.rounds, self.parallelism) = (rounds, parallelism)
        }

        /// Its relative duration, without a unit.
        var work: Int { rounds * blockSize * parallelism }

        /// The cost that, added to another cost, takes as long as this one; `nil` for nothing.
        func rest(after other: Cost) -> Cost? {
            guard other.work < work else { return nil }
            var rest = self
            if other.rounds == rounds, other.blockSize == blockSize { rest.parallelism -= other.parallelism }
            return rest
        }

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
    /// How many may wait at once; the last of them waits some seconds.
    private static let mostWaiting = 20

    private let cost: Cost
    private let queue = OperationQueue()
    private let waiting = Mutex(0)

    /// - Parameter cores: How many processors the machine has.
    init(cost: Cost, cores: Int = ProcessInfo.processInfo.activeProcessorCount) {
        self.cost = cost
        queue.name = "passwords"
        queue.qualityOfService = .utility
        queue.maxConcurrentOperationCount = Self.atOnce(cores: cores)
    }

    /// How many are made at a time.
    static func atOnce(cores: Int) -> Int { max(1, min(2, cores - 1)) }

    /// Whether a password was hashed at a lower cost than today's, or in a way that this version cannot
    /// check.
    func isOutdated(_ stored: StoredPassword) -> Bool {
        Cost(stored.parameters).map { $0.work < cost.work } ?? true
    }

    func hash(_ password: String) async throws(CareProblem) -> StoredPassword {
        var generator = SystemRandomNumberGenerator()
        let salt = Data(
            (0..<Self.saltLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        return StoredPassword(
            salt: salt, hash: try await derive(password, salt, cost, nil), parameters: cost.text)
    }

    /// Whether it is that password. Takes as long if there is none, or one that was hashed at a lower cost,
    /// so that the time does not reveal which names exist.
    func matches(_ password: String, _ stored: StoredPassword?) async throws(CareProblem) -> Bool {
        let known = stored.flatMap { Cost($0.parameters) }
        let made = try await derive(
            password, stored?.salt ?? Data(repeating: 0, count: Self.saltLength), known ?? cost,
            known.flatMap { cost.rest(after: $0) })
        return Secrets.matches(made, stored?.hash ?? Data()) && known != nil
    }

    /// - Parameter rest: Is computed in addition, only to take the same time.
    private func derive(
        _ password: String, _ salt: Data, _ cost: Cost, _ rest: Cost?
    ) async throws(CareProblem) -> Data {
        let isRoom = waiting.withLock { waiting in
            guard waiting < Self.mostWaiting else { return false }
            waiting += 1
            return true
        }
        guard isRoom else {
            throw CareProblem(.tooMany, "too many people are logging in: try again in a few seconds")
        }
        defer { waiting.withLock { $0 -= 1 } }
        // One keyboard sends ä as one code point, another as two.
        let words = Data(password.precomposedStringWithCanonicalMapping.utf8)
        let made: Data? = await withCheckedContinuation { continuation in
            queue.addOperation {
                let key = Self.scrypt(words, salt, cost)
                if let rest { _ = Self.scrypt(words, salt, rest) }
                continuation.resume(returning: key)
            }
        }
        // Only if memory runs out.
        guard let made else {
            throw CareProblem(
                .storeFailed, "the password could not be checked: the machine has no memory left")
        }
        return made
    }

    /// `nil` only if memory runs out.
    private static func scrypt(_ words: Data, _ salt: Data, _ cost: Cost) -> Data? {
        Digests.scrypt(
            words, salt: salt, rounds: cost.rounds, blockSize: cost.blockSize, parallelism: cost.parallelism,
            count: hashLength)
    }
}
