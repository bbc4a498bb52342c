import Foundation
import OwnFolders
import Testing

/// A running `switch-probe` in front of switches that the test presses: the real reader and the real libevdev.
///
/// Lines are waited for, never times. The deadline only keeps a failing test from waiting for ever.
final class Desk {
    private let process = Process()
    private let commands = Pipe()
    private let output: LineReader
    private let answers: LineReader
    private let folder: OwnFolder

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    init(devices: [String] = [], options: [String] = [], _ probe: [String]) throws {
        folder = try OwnFolder()
        let answerPath = folder.file("answers")
        mkfifo(answerPath, 0o600)
        answers = LineReader(open(answerPath, O_RDWR | O_CLOEXEC))
        let out = Pipe()
        output = LineReader(dup(out.fileHandleForReading.fileDescriptor))
        process.executableURL = Self.root.appending(path: "scripts/lib/mock-switches")
        process.arguments =
            devices.flatMap { ["--device", $0] } + options + [
                "--answers", answerPath, "--", try Self.probe(),
            ] + probe
        process.standardInput = commands
        process.standardOutput = out
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Beside the test itself, where the build puts it.
    static func probe() throws -> String {
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: test).deletingLastPathComponent().appending(path: "switch-probe")
            .path(percentEncoded: false)
    }

    /// Gives the driver a command and waits until it is done.
    func tell(_ command: String) throws {
        commands.fileHandleForWriting.write(Data("\(command)\n".utf8))
        let answer = try answers.next()
        #expect(answer == "ok \(command)")
    }

    func line() throws -> String { try output.next() }

    /// Ends the probe; what it has said that was not read yet.
    func finish() throws -> [String] {
        commands.fileHandleForWriting.write(Data("quit\n".utf8))
        let rest = rest()
        #expect(rest.last == "stopped")
        return rest.dropLast()
    }

    /// What a probe says that ends by itself.
    func rest() -> [String] {
        process.waitUntilExit()
        return output.rest()
    }
}

/// Lines of a descriptor, each waited for at most ten seconds.
final class LineReader {
    struct Silence: Error {}

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Until the other side has closed it.
    func rest() -> [String] {
        var lines: [String] = []
        while let line = try? next() { lines.append(line) }
        return lines
    }

    func next() throws -> String {
        while true {
            if let end = buffer.firstIndex(of: 10) {
                defer { buffer.removeSubrange(...end) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, 300_000) == 1 else { throw Silence() }
            var portion = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &portion, portion.count)
            guard count > 0 else { throw Silence() }
            buffer += portion[..<count]
        }
    }
}
