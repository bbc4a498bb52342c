import Glibc

/// Why systemd cannot be told that this program is alive.
enum SupervisionError: Error, Equatable, CustomStringConvertible {
    case noAddress(String)
    case noSocket(Int32)
    case notTold(Int32)

    var description: String {
        switch self {
        case .noAddress(let path):
            "NOTIFY_SOCKET=\(path) is neither a path nor @ and a name of at most 107 bytes"
        case .noSocket(let code): "cannot report to systemd: no socket: \(Self.words(code))"
        case .notTold(let code): "cannot report to systemd: \(Self.words(code))"
        }
    }

    private static func words(_ code: Int32) -> String {
        "\(String(cString: strerror(code))) (errno \(code))"
    }
}
