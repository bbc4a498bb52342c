import AsyncHTTPClient
public import Care
public import Foundation

/// Pairs a machine with a home: it sends the code that a coordinator was given, and gets a token of its own.
public enum DevicePairing {
    /// Sends the code to a service. The answer comes only once: the code is then used up.
    public static func pair(
        with service: URL, trust: ServiceTrust = ServiceTrust(), code: String
    ) async -> Result<PairedDevice, DevicePairingError> {
        let client = trust.client(for: service)
        let address = service.absoluteString
        let connection = ServiceConnection(
            client: client, base: address.hasSuffix("/") ? String(address.dropLast()) : address, token: "")
        let result: Result<PairedDevice, DevicePairingError>
        do throws(ServiceConnection.Failure) {
            result = .success(try await connection.claim(DeviceClaim(code: code)))
        } catch {
            switch error {
            case .rejected(let problem) where problem.kind == .notFound:
                result = .failure(.unknownCode)
            case .rejected(let problem): result = .failure(.refused(problem.detail))
            case .refused(let reason), .notServed(let reason): result = .failure(.refused(reason))
            case .unreachable(let reason), .notStored(let reason): result = .failure(.unreachable(reason))
            }
        }
        // The answer has come, so an error in closing the client does not matter.
        try? await client.shutdown()
        return result
    }
}

/// Why a machine was not paired.
public enum DevicePairingError: Error, Equatable, Sendable {
    /// The code was used, has expired, or never existed.
    case unknownCode
    /// In the service's words.
    case refused(String)
    case unreachable(String)
}
