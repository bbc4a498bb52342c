import Foundation
import Glibc
import Synchronization

/// A mail server in this process, which takes one connection after the other and writes down what it is told.
final class MailServerStandIn: Sendable {
    /// What it answers to a command instead of yes; `""` is the greeting, `"."` the end of a mail. An empty answer ends the connection.
    private let answers: [String: String]
    private let listener: Int32
    let port: Int
    private let lines = Mutex<[String]>([])

    init(_ answers: [String: String] = [:]) throws {
        self.answers = answers
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 4) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        guard isListening else { throw POSIXError(.EADDRINUSE) }
        Thread.detachNewThread { [self] in run() }
    }

    /// Ends its thread, and every connection with it.
    func close() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// What it was told so far: commands, and the lines of mails.
    var told: [String] { lines.withLock { $0 } }

    /// The first word of each command.
    var commands: [String] {
        told.prefix { $0 != "DATA" }.map { String($0.split(separator: " ").first ?? "") }
    }

    private func run() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            serve(connection)
            Glibc.close(connection)
        }
        Glibc.close(listener)
    }

    private func serve(_ connection: Int32) {
        var waiting: [UInt8] = []
        func line() -> String? {
            while true {
                if let end = waiting.firstIndex(of: 10) {
                    let line = String(decoding: waiting[..<end], as: UTF8.self)
                    waiting.removeFirst(end + 1)
                    let text = line.hasSuffix("\r") ? String(line.dropLast()) : line
                    lines.withLock { $0.append(text) }
                    return text
                }
                var buffer = [UInt8](repeating: 0, count: 1_024)
                let count = recv(connection, &buffer, buffer.count, 0)
                guard count > 0 else { return nil }
                waiting += buffer.prefix(count)
            }
        }
        /// Whether the connection goes on.
        func say(_ usual: String, to command: String) -> Bool {
            let answer = answers[command] ?? usual
            // Without a signal where the other side has gone (MSG_NOSIGNAL).
            let bytes = Array((answer + "\r\n").utf8)
            return !answer.isEmpty && Glibc.send(connection, bytes, bytes.count, 0x4000) == bytes.count
        }
        guard say("220 mail.example", to: "") else { return }
        while let command = line() {
            let word = String(command.split(separator: " ").first ?? "")
            switch word {
            case "EHLO":
                guard say("250-mail.example\r\n250-8BITMIME\r\n250 AUTH PLAIN", to: word) else { return }
            case "AUTH":
                guard say("334 ", to: word) else { return }
                guard answers[word] == nil else { continue }
                guard line() != nil, say("235 ok", to: "password") else { return }
            case "DATA":
                guard say("354 go on", to: word) else { return }
                while let part = line(), part != "." {}
                guard say("250 taken", to: ".") else { return }
            default:
                guard say("250 ok", to: word) else { return }
            }
        }
    }
}
