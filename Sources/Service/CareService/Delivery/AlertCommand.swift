import Care
import CareStore
import Foundation
import ServiceLifecycle
import Synchronization

/// Runs the home's own program for an escalation or a reminder, with the request or reminder as JSON on its standard input.
enum AlertCommand {
    /// The channel of the home's own program.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments; empty where the home has none.
    ///   - timeout: How long it may run.
    static func channel(_ command: [String], timeout: Duration) -> DeliveryChannel {
        DeliveryChannel(
            name: "command", title: "the alert command", recipient: command.first, fault: .commandFailed
        ) { delivery, farewell in
            await run(command, subject: delivery.subject, timeout: timeout, farewell: farewell)
        }
    }

    /// The time between SIGTERM and SIGKILL.
    private static let patience: Duration = .seconds(2)

    /// - Parameters:
    ///   - timeout: How long it may run.
    ///   - farewell: How long it may still run once this task is cancelled, or its service asked to stop: a message that is
    ///     being sent should be known to have been sent.
    static func run(
        _ command: [String], subject: Delivery.Subject, timeout: Duration, farewell: Duration
    ) async -> Delivery.Outcome {
        guard let program = command.first else { return .failed("no command is set") }
        let input: FileHandle
        do { input = try file(holding: json(of: subject)) } catch { return .failed("\(error)") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program.contains("/") ? program : "/usr/bin/env")
        process.arguments = program.contains("/") ? Array(command.dropFirst()) : command
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        let ended = AsyncStream<Int32>.makeStream()
        let running = Running()
        process.terminationHandler = { process in
            running.pid.withLock { $0 = nil }
            let isExit = process.terminationReason == .exit
            ended.continuation.yield(isExit ? process.terminationStatus : -process.terminationStatus)
            ended.continuation.finish()
        }
        do { try process.run() } catch {
            return .failed("\(program) cannot be started: check that it is there, and that it may be run")
        }
        running.pid.withLock { $0 = process.isRunning ? process.processIdentifier : nil }
        let isOver = Mutex(false)
        // Ends with the program, or ends it: the program never outlives this call by more than `patience`.
        let watch = Task {
            do { try await Task.sleep(for: timeout) } catch { return }
            isOver.withLock { $0 = true }
            running.signal(SIGTERM)
            do { try await Task.sleep(for: patience) } catch { return }
            running.signal(SIGKILL)
        }
        // A separate task, because waiting for the program's end must not be cancelled.
        let end = Task { () -> Int32? in
            for await status in ended.stream { return status }
            return nil
        }
        let status = await withTaskCancellationOrGracefulShutdownHandler {
            await end.value
        } onCancelOrGracefulShutdown: {
            Task {
                // This task is never cancelled; if the program ends before, it has nothing to signal.
                try? await Task.sleep(for: farewell)
                running.signal(SIGKILL)
            }
        }
        watch.cancel()
        switch status {
        case 0: return .sent
        case _ where isOver.withLock({ $0 }): return .failed("\(program) did not end within \(timeout)")
        case .some(let code) where code > 0: return .failed("\(program) ended with status \(code)")
        case .some(let code): return .failed("\(program) was ended by signal \(-code)")
        case nil: return .failed("\(program) was stopped")
        }
    }

    /// A running program; once it has ended, its process id may belong to another.
    private final class Running: Sendable {
        let pid = Mutex<pid_t?>(nil)

        func signal(_ signal: Int32) { pid.withLock { pid in if let pid { kill(pid, signal) } } }
    }

    private static func json(of subject: Delivery.Subject) throws -> Data {
        switch subject {
        case .request(let request): try CareJSON.encoder().encode(request)
        case .reminder(let reminder): try CareJSON.encoder().encode(reminder)
        }
    }

    /// A file without a name: a program that does not read its input cannot block or break the service, as a pipe
    /// could.
    private static func file(holding json: Data) throws -> FileHandle {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("beckon-\(UUID())").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        unlink(path)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: json + Data("\n".utf8))
        try handle.seek(toOffset: 0)
        return handle
    }
}
