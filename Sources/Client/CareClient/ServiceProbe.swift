import AsyncHTTPClient
import NIOCore
import NIOFoundationCompat
public import Care
public import Foundation

/// Asks a service how it is, without a token.
public enum ServiceProbe {
    private static let maximumAnswer = 1 << 16

    /// Its health, or the reason in words; waits at most three seconds.
    public static func health(
        of service: URL, trust: ServiceTrust = ServiceTrust()
    ) async -> Result<ServiceHealth, ServiceProbeError> {
        let client = trust.client(for: service)
        let result: Result<ServiceHealth, ServiceProbeError>
        do {
            let url = service.appendingPathComponent("api/v1/health").absoluteString
            let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(3))
            let body = try await response.body.collect(upTo: maximumAnswer)
            result = .success(try CareJSON.decoder().decode(ServiceHealth.self, from: Data(buffer: body)))
        } catch {
            result = .failure(ServiceProbeError(description: "\(ServiceTrouble(error: error))"))
        }
        do { try await client.shutdown() } catch {
            return .failure(ServiceProbeError(description: "\(ServiceTrouble(error: error))"))
        }
        return result
    }
}

/// Why a service's health is unknown.
public struct ServiceProbeError: Error, Equatable, Sendable, CustomStringConvertible {
    public var description: String
    /// Whether a Beckon service answered, and did not give what was asked for.
    public var isReached = false
}
