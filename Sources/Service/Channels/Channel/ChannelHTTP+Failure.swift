import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension ChannelHTTP {
    /// Why nothing was answered, in words for people. A host's name is all that is told of an address.
    public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        case notAnAddress
        /// It begins with `http://` and leads out of the home.
        case readable(String)
        case unknownName(String)
        case nothingListens(String)
        case noConnection(String)
        case late(String, after: Duration)
        case certificate(String)
        case notSecure(String)
        case cut(String)
        case notHTTP(String)
        case tooLong(String)
        /// A token, or whatever else stands in a header, holds a character that cannot stand there.
        case notSendable(String)
        case roots(String)
        case tooManyFiles
        case stopped

        public var description: String {
            switch self {
            case .notAnAddress: "it is no address that begins with https://"
            case .readable(let host):
                "\(host) is not in this home, and what is sent could be read on its way: write an address with https"
            case .unknownName(let host):
                "the name \(host) is not known: check its spelling, and this home’s connection to the internet"
            case .nothingListens(let host):
                "nothing is listening at \(host): check the address, and whether it is running"
            case .noConnection(let host):
                "no connection to \(host): check the network, and this home’s connection to the internet"
            case .late(let host, let limit):
                "no answer from \(host) within \(max(1, limit.components.seconds)) s"
            case .certificate(let host):
                "the certificate of \(host) is not trusted here, is for another address, or has expired"
            case .notSecure(let host):
                "no secure connection to \(host): check whether the address begins with http:// or https://"
            case .cut(let host): "the connection to \(host) was lost before it had answered"
            case .notHTTP(let host): "what answers at \(host) is no web server: check the address"
            case .tooLong(let host): "the answer of \(host) is too long to be read"
            case .notSendable(let host):
                "what was set for \(host) holds a character that cannot be sent: copy it once more"
            case .roots(let path): "the file of trusted certificates, \(path), cannot be read as PEM"
            case .tooManyFiles: "too many files are open on this machine"
            case .stopped: "the service was stopped before it was sent"
            }
        }

        /// Whether nothing can have arrived there.
        var isBeforeItWasAsked: Bool {
            switch self {
            case .nothingListens, .noConnection: true
            case .notAnAddress, .readable, .unknownName, .late, .certificate, .notSecure, .cut, .notHTTP,
                .tooLong, .notSendable, .roots, .tooManyFiles, .stopped:
                false
            }
        }

        /// - Parameters:
        ///   - error: What the client has thrown.
        ///   - host: Who was asked.
        ///   - limit: How long that may take.
        init(_ error: any Error, at host: String, within limit: Duration) {
            switch error {
            case let error as NIOConnectionError: self = Self.of(error, at: host)
            case is SocketAddressError.UnknownHost: self = .unknownName(host)
            case let error as IOError: self = Self.of(errno: error.errnoCode, at: host)
            case let error as NIOSSLError: self = Self.of(error, at: host)
            case is NIOSSLExtraError: self = .certificate(host)
            case let error as HTTPClientError: self = Self.of(error, at: host, within: limit)
            case let error as HTTPParserError:
                self = error == .invalidEOFState ? .cut(host) : .notHTTP(host)
            case is NIOTooManyBytesError: self = .tooLong(host)
            case is CancellationError: self = .stopped
            default: self = .cut(host)
            }
        }

        private static func of(_ error: NIOConnectionError, at host: String) -> Failure {
            guard let first = error.connectionErrors.first else { return .unknownName(host) }
            guard let error = first.error as? IOError else { return .noConnection(host) }
            return of(errno: error.errnoCode, at: host)
        }

        private static func of(errno code: CInt, at host: String) -> Failure {
            switch code {
            case ECONNREFUSED: .nothingListens(host)
            case ECONNRESET, EPIPE: .cut(host)
            case EMFILE, ENFILE: .tooManyFiles
            default: .noConnection(host)
            }
        }

        private static func of(_ error: NIOSSLError, at host: String) -> Failure {
            switch error {
            case .handshakeFailed(let reason) where "\(reason)".contains("CERTIFICATE_VERIFY_FAILED"):
                .certificate(host)
            case .noCertificateToValidate, .unableToValidateCertificate, .cannotMatchULabel:
                .certificate(host)
            case .uncleanShutdown: .cut(host)
            default: .notSecure(host)
            }
        }

        private static func of(
            _ error: HTTPClientError, at host: String, within limit: Duration
        ) -> Failure {
            switch error {
            case .connectTimeout: .noConnection(host)
            case .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
                .late(host, after: limit)
            case .tlsHandshakeTimeout: .notSecure(host)
            case .cancelled, .requestStreamCancelled, .alreadyShutdown: .stopped
            case .remoteConnectionClosed, .uncleanShutdown: .cut(host)
            default: .notHTTP(host)
            }
        }
    }
}
