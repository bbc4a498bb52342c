import AsyncHTTPClient
public import Care
public import Foundation

/// Reads from a service once, as a command does; kiosks and stations have a `CareClient`.
public enum ServiceReader {
    /// What happened in a shift.
    ///
    /// - Parameters:
    ///   - token: A station's.
    ///   - since: As `ShiftTime` reads it; the service parses it, in its home's zone.
    ///   - until: Likewise; now if it is not given.
    public static func handover(
        of service: URL, trust: ServiceTrust = ServiceTrust(), token: String, since: String, until: String?
    ) async -> Result<Handover, ServiceProbeError> {
        let client = trust.client(for: service)
        let address = service.absoluteString
        let connection = ServiceConnection(
            client: client, base: address.hasSuffix("/") ? String(address.dropLast()) : address, token: token)
        var result: Result<Handover, ServiceProbeError>
        do throws(ServiceConnection.Failure) {
            result = .success(try await connection.handover(since: since, until: until))
        } catch {
            result = .failure(ServiceProbeError(description: error.description))
        }
        do { try await client.shutdown() } catch {
            result = .failure(ServiceProbeError(description: "\(error)"))
        }
        return result
    }
}
