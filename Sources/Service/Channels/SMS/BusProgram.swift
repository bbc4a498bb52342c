import Foundation
import Synchronization

/// What `busctl` said.
struct BusAnswer: Sendable, Equatable {
    /// 0: done. `nil`: it could not be started, or did not end in time.
    var status: Int32?
    /// Its JSON.
    var output = Data()
    /// Why it failed, as the bus says it.
    var complaint = ""
}

/// Asks the machine's bus by systemd's `busctl`, one process for each question: whatever hangs there ends with it.
enum BusProgram {
    /// How long an answer is waited for; sending takes some seconds on a bad network.
    private static let patience: Duration = .seconds(30)
    /// No answer that is needed here is longer.
    private static let longest = 1 << 20

    /// - Parameter arguments: `call` or `get-property`, and what belongs to it.
    static func ask(_ arguments: [String]) async -> BusAnswer {
        guard let output = file(), let complaint = file() else { return BusAnswer(status: nil) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/busctl")
        process.arguments =
            ["--system", "--json=short", "--timeout=\(patience.components.seconds)", "--"] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = complaint
        let ended = AsyncStream<Int32>.makeStream()
        let running = Mutex<pid_t?>(nil)
        process.terminationHandler = { process in
            running.withLock { $0 = nil }
            ended.continuation.yield(process.terminationReason == .exit ? process.terminationStatus : -1)
            ended.continuation.finish()
        }
        do { try process.run() } catch { return BusAnswer(status: nil) }
        running.withLock { $0 = process.isRunning ? process.processIdentifier : nil }
        // Its own time is over before; this one is for a bus that takes the question and is silent.
        let watch = Task {
            do { try await Task.sleep(for: patience + .seconds(5)) } catch { return }
            running.withLock { if let pid = $0 { kill(pid, SIGKILL) } }
        }
        // A separate task, because waiting for its end must not be cancelled: what was sent is known only then.
        let status = await Task { () -> Int32? in
            for await status in ended.stream { return status }
            return nil
        }.value
        watch.cancel()
        return BusAnswer(
            status: status, output: content(of: output),
            complaint: String(decoding: content(of: complaint), as: UTF8.self))
    }

    /// A file without a name, so that nobody has to read while the program writes.
    private static func file() -> FileHandle? {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("beckon-\(UUID())").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        unlink(path)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private static func content(of file: FileHandle) -> Data {
        // What cannot be read is an answer that cannot be understood.
        guard (try? file.seek(toOffset: 0)) != nil else { return Data() }
        return (try? file.read(upToCount: longest)) ?? Data()
    }
}
