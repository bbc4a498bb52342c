import AsyncHTTPClient
public import Care
public import Foundation
import Logging
import RealTime

/// Where a kiosk keeps what its client's home has of settings and boards.
public struct ContentsPlace: Sendable {
    /// The version of what is kept; `nil` where nothing is.
    public var version: @Sendable () async -> String?
    /// Whether the bytes with this digest are there already.
    public var has: @Sendable (_ digest: String) async -> Bool
    /// Keeps the bytes of one file.
    public var keep: @Sendable (_ bytes: Data, _ digest: String) async throws -> Void
    /// Takes all of it into use, or says to people why it cannot be. Its files are there by then.
    public var adopt: @Sendable (ClientContents) async -> Void
    /// Learns what the service has answered where it has sent nothing that could be used.
    public var answered: @Sendable (Answer) async -> Void

    /// What the service answers where it sends nothing that can be used.
    public enum Answer: Sendable, Equatable {
        /// What is kept is what it has, or it has nothing for this client.
        case nothingNew
        /// Why it sends nothing, or nothing that may be used, in words for people: mistakes in its files.
        case refused(String)
    }

    public init(
        version: @escaping @Sendable () async -> String?, has: @escaping @Sendable (String) async -> Bool,
        keep: @escaping @Sendable (Data, String) async throws -> Void,
        adopt: @escaping @Sendable (ClientContents) async -> Void,
        answered: @escaping @Sendable (Answer) async -> Void
    ) {
        self.version = version
        self.has = has
        self.keep = keep
        self.adopt = adopt
        self.answered = answered
    }
}

/// Fetches what a kiosk's client has of settings and boards, and asks from time to time whether it has changed.
///
/// What the service refuses, and what cannot be kept, is told by the place where it is kept; a service that does not answer is reported by
/// the event stream.
final class ContentsReader: Sendable {
    /// A changed board is in use at a kiosk elsewhere after this time at the latest.
    private static let interval: Duration = .seconds(20)
    /// For a home that has none for this client, or a service that is too old to have any.
    private static let refusedInterval: Duration = .seconds(30)

    private let connection: ServiceConnection
    private let place: ContentsPlace
    private let logger: Logger
    private let bell = Bell()

    init(connection: ServiceConnection, place: ContentsPlace, logger: Logger) {
        self.connection = connection
        self.place = place
        self.logger = logger
    }

    /// The service is reachable.
    func connected() { bell.ring() }

    func run() async {
        await bell.run {
            do {
                try await self.fetch()
                return Self.interval
            } catch ServiceConnection.Failure.rejected(let problem) {
                self.logger.debug("no contents", metadata: ["problem": "\(problem)"])
                // Whatever else it refuses says nothing of what it has.
                if problem.kind == .conflict {
                    await self.place.answered(.refused(problem.detail))
                } else if problem.kind == .notFound {
                    await self.place.answered(.nothingNew)
                }
                // Mistakes in the home's files may be mended at any moment.
                return problem.kind == .conflict ? Self.interval : Self.refusedInterval
            } catch {
                self.logger.debug("contents cannot be fetched", metadata: ["reason": "\(error)"])
                return Self.interval
            }
        }
    }

    func fetch() async throws {
        guard let contents = try await connection.contents(unless: await place.version()) else {
            await place.answered(.nothingNew)
            return
        }
        // A service must not be able to write outside the folder, nor fill the disk.
        if let obstacle = contents.obstacle {
            logger.error("what the service sends for this client is not used: \(obstacle)")
            await place.answered(.refused(obstacle))
            return
        }
        for file in contents.files where await !place.has(file.digest) {
            let bytes = try await connection.contentFile(file)
            try await place.keep(bytes, file.digest)
        }
        await place.adopt(contents)
    }
}

/// Fetching what a client has of settings and boards once, before their kiosk has started.
public enum ContentsFetching {
    /// Fetches from a service, if it answers and has them; otherwise the kiosk fetches them later.
    public static func once(
        from service: URL, trust: ServiceTrust = ServiceTrust(), token: String, into place: ContentsPlace
    ) async {
        let client = trust.client(for: service)
        let address = service.absoluteString
        let connection = ServiceConnection(
            client: client, base: address.hasSuffix("/") ? String(address.dropLast()) : address, token: token)
        try? await ContentsReader(
            connection: connection, place: place,
            logger: Logger(label: "beckon") { _ in SwiftLogNoOpLogHandler() }
        ).fetch()
        // What has come is kept by now, so an error in closing the client does not matter.
        try? await client.shutdown()
    }
}
