import Care
import CareStore
import Foundation
import Synchronization

/// Runs the home's own program for an escalation, with the request as JSON on its standard input.
enum AlertCommand {
    /// From the polite signal to the one that cannot be refused.
    private static let patience: Duration = .seconds(2)

    static func run(_ command: [String], request: Request, timeout: Duration) async -> Delivery.Outcome {
        guard let program = command.first else { return .failed("no command is set") }
        let input: FileHandle
        do { input = try file(holding: request) } catch { return .failed("\(error)") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program.contains("/") ? program : "/usr/bin/env")
        process.arguments = program.contains("/") ? Array(command.dropFirst()) : command
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        let ended = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { process in
            let isExit = process.terminationReason == .exit
            ended.continuation.yield(isExit ? process.terminationStatus : -process.terminationStatus)
            ended.continuation.finish()
        }
        do { try process.run() } catch {
            return .failed("\(program) cannot be started: \(error.localizedDescription)")
        }
        let pid = process.processIdentifier
        let isOver = Mutex(false)
        // Ends with the program, or ends the program: never outlives this call by more than its patience.
        let watch = Task {
            do { try await Task.sleep(for: timeout) } catch { return }
            isOver.withLock { $0 = true }
            kill(pid, SIGTERM)
            do { try await Task.sleep(for: patience) } catch { return }
            kill(pid, SIGKILL)
        }
        defer { watch.cancel() }
        let status = await withTaskCancellationHandler {
            var statuses = ended.stream.makeAsyncIterator()
            return await statuses.next()
        } onCancel: {
            kill(pid, SIGKILL)
        }
        if isOver.withLock({ $0 }) { return .failed("\(program) did not end within \(timeout)") }
        switch status {
        case 0: return .sent
        case .some(let code) where code > 0: return .failed("\(program) ended with status \(code)")
        case .some(let code): return .failed("\(program) was ended by signal \(-code)")
        case nil: return .failed("\(program) was stopped")
        }
    }

    /// A file without a name: a program that does not read its input cannot block or break the service, as a pipe
    /// could.
    private static func file(holding request: Request) throws -> FileHandle {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("beckon-\(UUID())").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        unlink(path)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: CareJSON.encoder().encode(request) + Data("\n".utf8))
        try handle.seek(toOffset: 0)
        return handle
    }
}
