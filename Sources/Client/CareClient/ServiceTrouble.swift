import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why a service gave no answer, in words for people. The libraries' own messages do not help people.
struct ServiceTrouble: CustomStringConvertible {
    let error: any Error

    var description: String {
        if case .handshakeFailed(let reason)? = error as? NIOSSLError,
            "\(reason)".contains("CERTIFICATE_VERIFY_FAILED")
        {
            return
                "its certificate is not trusted here, is for another address, or has expired. For one that the home has made itself, name "
                + "its file in this machine's beckon.yaml: service: { trust: FILE }"
        }
        return "the service does not answer: \(cause)"
    }

    private var cause: String {
        switch error {
        case let error as NIOConnectionError: Self.words(of: error)
        case let error as SocketAddressError.UnknownHost: Self.unknown(error.host)
        case let error as IOError: Self.words(ofErrno: error.errnoCode)
        case let error as HTTPClientError: Self.words(of: error)
        case is NIOSSLError, is NIOSSLExtraError:
            "no secure connection could be made there; check whether its address begins with http:// or https://"
        case is DecodingError:
            "its answer cannot be read; check whether the address is right, and whether it is another version of Beckon"
        case is HTTPParserError:
            "what answers there is not a Beckon service; check the address"
        case is NIOTooManyBytesError: "its answer is too long"
        case is CancellationError: "this was cancelled"
        default: "the connection was lost"
        }
    }

    private static func words(of error: NIOConnectionError) -> String {
        guard let first = error.connectionErrors.first else { return unknown(error.host) }
        if let error = first.error as? IOError { return words(ofErrno: error.errnoCode) }
        return words(ofErrno: ETIMEDOUT)
    }

    private static func unknown(_ host: String) -> String {
        "the name \(host) is not known on this network; check its spelling"
    }

    private static func words(ofErrno code: CInt) -> String {
        switch code {
        case ECONNREFUSED, ENOENT: "nothing is listening there; check whether it is running"
        case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN:
            "that machine cannot be reached; check whether both are on the network"
        case ETIMEDOUT: "that machine does not respond; check that it is switched on, and its address"
        case ECONNRESET, EPIPE: "the connection was lost"
        case EACCES, EPERM: "this user may not connect to it; use the one that runs Beckon"
        case EMFILE, ENFILE: "too many files are open on this machine"
        default: "the connection failed (\(String(cString: strerror(code))))"
        }
    }

    private static func words(of error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout: words(ofErrno: ETIMEDOUT)
        case .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
            "its answer takes too long"
        case .tlsHandshakeTimeout: "no secure connection was made in time"
        case .remoteConnectionClosed, .uncleanShutdown: "the connection was lost"
        case .cancelled, .requestStreamCancelled, .alreadyShutdown: "this was cancelled"
        default: "what answers there is not a Beckon service; check the address"
        }
    }
}
