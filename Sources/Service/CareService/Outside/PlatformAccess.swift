import Care
import Foundation
import Networking
import RealTime

/// How platforms outside are reached: to which machines an address leads, how long is waited, and where answers are parsed.
struct PlatformAccess: Sendable {
    let version: String
    /// How long one answer may take, from the question to its last byte.
    var patience: Duration = .seconds(40)
    /// How long one visit may take, of however many questions: others wait for their turn.
    var wholePatience: Duration = .seconds(180)
    var resolver = PlatformHost.ofThisMachine
    /// Where answers are parsed, one after the other: a calendar of megabytes is computed for without a pause, and calls and pages
    /// must not wait for that. Decision 0499.
    private let parser = OwnExecutor("outside", urgency: .patient)

    init(version: String) { self.version = version }

    /// Has `body` ask a platform.
    ///
    /// Where nothing answers, the host may have another machine that does: it is asked everything from the beginning, also where only
    /// a later answer did not come.
    ///
    /// - Parameters:
    ///   - address: At the platform: its scheme, host and port count.
    ///   - mayBeInside: Whether it may be in the home's own network.
    func visit<Value: Sendable>(
        _ address: URL, mayBeInside: Bool,
        _ body: @escaping @Sendable (PlatformClient) async throws(PlatformTrouble) -> Value
    ) async throws(PlatformTrouble) -> Value {
        guard let host = address.host else { throw PlatformTrouble(.unreachable) }
        let targets: [String]
        do throws(PlatformProblem) {
            targets = try await PlatformHost.addresses(of: host, mayBeInside: mayBeInside, by: resolver)
        } catch { throw PlatformTrouble(error) }
        let found: Result<Value, PlatformTrouble>? = await Patience.within(wholePatience) {
            for target in targets {
                let found = await visit(address, at: target, body)
                guard case .failure(let trouble) = found, trouble.problem == .unreachable, !Task.isCancelled
                else { return found }
            }
            return .failure(PlatformTrouble(.unreachable))
        }
        guard let found else { throw PlatformTrouble(.unreachable) }
        return try found.get()
    }

    private func visit<Value: Sendable>(
        _ address: URL, at target: String,
        _ body: @Sendable (PlatformClient) async throws(PlatformTrouble) -> Value
    ) async -> Result<Value, PlatformTrouble> {
        let client = PlatformClient(address, at: target, version: version, patience: patience)
        let found: Result<Value, PlatformTrouble>
        do throws(PlatformTrouble) { found = .success(try await body(client)) } catch {
            found = .failure(error)
        }
        await client.close()
        return found
    }

    /// What `parse` makes of an answer, on the thread for that.
    func parsed<Value: Sendable, Failure: Error>(
        _ parse: @escaping @Sendable () throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        await withTaskExecutorPreference(parser) { await Self.result(of: parse) }
    }

    private static func result<Value: Sendable, Failure: Error>(
        of parse: @Sendable () throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        do throws(Failure) { return .success(try parse()) } catch { return .failure(error) }
    }
}
