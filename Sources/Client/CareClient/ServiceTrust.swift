import AsyncHTTPClient
import Foundation
import NIOSSL

/// Which certificates this machine accepts from its service over TLS.
public struct ServiceTrust: Sendable, Equatable {
    /// A PEM file of the home's own, trusted in addition to the machine's; `nil` for only the machine's.
    public var certificate: String?

    public init(certificate: String? = nil) { self.certificate = certificate }

    func configuration(for host: String?) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host ?? "") {
            // Loopback cannot be intercepted, no certificate names such an address, and an expired one must
            // not prevent calls.
            configuration.certificateVerification = .none
            return configuration
        }
        if let certificate { configuration.additionalTrustRoots = [.file(certificate)] }
        return configuration
    }

    /// For a few questions to one service.
    func client(for service: URL) -> HTTPClient {
        var configuration = HTTPClient.Configuration(tlsConfiguration: configuration(for: service.host))
        // Where nothing listens, that is the answer: somebody waits for it.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
