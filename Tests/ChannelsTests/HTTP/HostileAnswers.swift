import Foundation

@testable import Channels

/// What every channel over HTTP has to stand: other sides that are broken, slow or malicious.
enum HostileAnswers {
    /// What comes of asking each kind of hostile server.
    ///
    /// - Parameters:
    ///   - patience: So short that a slow one is given up; a loaded machine only gives up more of them.
    ///   - ask: Asks the server at that address.
    static func outcomes(
        patience: Duration = .seconds(2),
        _ ask: (_ http: ChannelHTTP, _ server: String) async -> ChannelOutcome
    ) async throws -> [(HostileServer.Manner, ChannelOutcome)] {
        var outcomes: [(HostileServer.Manner, ChannelOutcome)] = []
        for manner in HostileServer.Manner.allCases {
            try await HostileServer.with(manner) { server in
                try await ChannelHTTP.with(patience: patience) { http in
                    let outcome = await ask(http, server.address)
                    outcomes.append((manner, outcome))
                }
            }
        }
        return outcomes
    }

    /// Answers of each kind that send back what they were sent, wherever that can stand.
    ///
    /// - Parameter secret: What must not be told.
    static func echoes(of secret: String) -> [FakeServer.Reply] {
        [200, 204, 301, 307, 400, 401, 403, 404, 410, 413, 429, 500, 503].map { status in
            FakeServer.Reply(
                status: status,
                headers: [
                    ("Location", "https://other.example/\(secret)"), ("X-Echo", secret),
                    ("Retry-After", secret),
                ],
                body: status == 204 ? "" : #"{"error":"\#(secret)","id":"\#(secret)","answer":"\#(secret)"}"#)
        }
    }
}
