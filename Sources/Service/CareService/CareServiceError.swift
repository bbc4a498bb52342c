import Glibc
public import StoreFiles
import WholeFiles

/// Why the service cannot run at all.
public enum CareServiceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another Beckon serves this home.
    case store(StoreFileError)
    case cannotListen(host: String, port: Int, errno: Int32)
    case token(path: String, detail: String)
    case certificate(path: String, detail: String)
    /// Other machines could connect without TLS, and others could read along.
    case plainHTTP(host: String)
    /// It ended before it listened.
    case ended

    public var description: String {
        switch self {
        case .store(let error): error.description
        case .cannotListen(let host, let port, let code):
            "cannot listen on \(host):\(port): \(SystemWords.words(code)). " + Self.advice(code, port)
        case .certificate(let path, let detail):
            "\(path): \(detail). Look at certificate and key in beckon.yaml under service."
        case .plainHTTP(let host):
            "\(host) can be reached from other machines: whoever shares the network could read passwords and what is "
                + "asked. For TLS, write certificate and key into beckon.yaml under service. Where nobody else is in the "
                + "network, say so there: service: { allow_plain_http: true } (or --allow-plain-http)."
        case .token(let path, let detail): "\(path): \(detail)"
        case .ended: "the service ended before it could listen"
        }
    }

    private static func advice(_ code: Int32, _ port: Int) -> String {
        let choose = "with --listen HOST:PORT or in beckon.yaml under service."
        return switch code {
        case EADDRINUSE:
            "Is Beckon running already? Stop that one first, or choose another port \(choose)"
        case EADDRNOTAVAIL, EAFNOSUPPORT:
            "Write 127.0.0.1 for this machine alone, 0.0.0.0 for every network of it, or one of its addresses (`ip address`) \(choose)"
        case EACCES,
            EPERM where port < 1024:
            "Ports below 1024 are for root: choose another one \(choose)"
        default: "Choose another address or port \(choose)"
        }
    }

    /// What is wrong with a certificate, without the name of the setting: for a fault, which has its own
    /// advice.
    var certificateProblem: String {
        switch self {
        case .certificate(let path, let detail): "\(path): \(detail)"
        case .store, .cannotListen, .token, .plainHTTP, .ended: description
        }
    }
}
