import Foundation
import RealTime
import Synchronization
import WholeFiles

/// Why there is no telephone, in words for people.
struct PhoneProblem: Error, Equatable {
    var words: String
}

/// A running baresip, with a folder of its own, and the connection by which it is told what to do.
final class PhoneProgram: Sendable {
    private static let program = "/usr/bin/baresip"
    /// How long it may take until it takes a connection.
    private static let startPatience: Duration = .seconds(5)
    /// Ends baresip when nobody holds the other end of its input any more: with this program, however that ends.
    private static let script = """
        cd -- "$1" || exit 1
        shift
        "$@" </dev/null >/dev/null 2>&1 &
        pid=$!
        read -r line
        kill -TERM $pid
        sleep 2
        kill -KILL $pid 2>/dev/null
        """

    private struct State {
        /// The connection's; -1 once it has ended.
        var descriptor: Int32
        var listener: AsyncStream<PhoneEvent>.Continuation?
    }

    private let state: Mutex<State>
    /// The other end of the script's input.
    private let life: Int32

    private init(descriptor: Int32, life: Int32) {
        state = Mutex(State(descriptor: descriptor))
        self.life = life
    }

    deinit { close(life) }

    var isRunning: Bool { state.withLock { $0.descriptor >= 0 } }

    /// Who hears what happens from now on: one at a time.
    func listen(_ listener: AsyncStream<PhoneEvent>.Continuation?) {
        state.withLock { $0.listener = listener }
    }

    func send(_ command: PhoneCommand, _ parameters: String? = nil) {
        state.withLock { state in
            // Where it cannot be written, the reader finds that the connection has ended.
            if state.descriptor >= 0 {
                _ = WholeFile.put(command.message(parameters), into: state.descriptor)
            }
        }
    }

    /// Ends it. Calls are hung up.
    func stop() {
        shutdown(life, Int32(SHUT_RDWR))
        state.withLock { if $0.descriptor >= 0 { shutdown($0.descriptor, Int32(SHUT_RDWR)) } }
    }

    /// - Parameter folder: Its own: only its owner can look into it. The password stands there until baresip has read it.
    static func start(_ account: PhoneAccount, in folder: String) async throws(PhoneProblem) -> PhoneProgram {
        guard access(program, X_OK) == 0 else {
            throw PhoneProblem(words: "Calls need the program baresip: install `baresip-core`.")
        }
        guard let port = freePort() else { throw failure }
        try prepare(folder, account, port)
        // Two ends that no other program inherits.
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw failure }
        let life = ends[1]
        let input = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, "sh", folder, program, "-f", "."]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let accounts = "\(folder)/\(PhoneAccount.file)"
        do { try process.run() } catch {
            unlink(accounts)
            close(life)
            throw failure
        }
        // The script has its own copy. Should this one stay open, `stop` ends it all the same.
        try? input.close()
        guard let descriptor = await connection(port) else {
            unlink(accounts)
            close(life)
            throw failure
        }
        // baresip reads its accounts before it takes connections, and once.
        unlink(accounts)
        let phone = PhoneProgram(descriptor: descriptor, life: life)
        guard let reader = OwnThread.start("telephone", body: { phone.read(from: descriptor) }) else {
            phone.stop()
            close(descriptor)
            throw failure
        }
        reader.detach()
        return phone
    }

    private static let failure = PhoneProblem(words: "The program baresip could not be started.")

    private static func prepare(_ folder: String, _ account: PhoneAccount, _ port: Int) throws(PhoneProblem) {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST, chmod(folder, 0o700) == 0 else {
            throw PhoneProblem(words: "\(folder) cannot be made, or not be kept from other users.")
        }
        do throws(WholeFileError) {
            let files = [
                ("config", Array(PhoneAccount.configuration(control: port).utf8)),
                (PhoneAccount.file, Array(account.accounts.utf8)),
                // Longer than a telephone rings: baresip ends a call with its sound.
                (PhoneAccount.silence, Array(SpokenWave(silence: 90).data)),
            ]
            for (name, bytes) in files { try WholeFile.write(bytes, to: "\(folder)/\(name)", mode: 0o600) }
        } catch { throw PhoneProblem(words: "\(error)") }
    }

    /// A port that nobody has now. Should somebody take it before baresip does, the next start has another.
    private static func freePort() -> Int? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = loopback(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }

    /// Waits until baresip listens; `nil` where it does not in time.
    private static func connection(_ port: Int) async -> Int32? {
        let end = ContinuousClock.now + startPatience
        while ContinuousClock.now < end {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { return nil }
            var address = loopback(port)
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isConnected = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
            }
            if isConnected { return descriptor }
            close(descriptor)
            do { try await Task.sleep(for: .milliseconds(50)) } catch { return nil }
        }
        return nil
    }

    /// The thread's work: what baresip says, until the connection ends.
    private func read(from descriptor: Int32) {
        var messages = Netstring.Reader()
        var buffer = [UInt8](repeating: 0, count: 4_096)
        reading: while true {
            let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            messages.add(buffer.prefix(count))
            do throws(Netstring.Reader.Broken) {
                while let message = try messages.next() {
                    guard let event = PhoneEvent(message: message) else { continue }
                    // The line is for calling out: who calls hears that it is busy.
                    if event == .incoming { send(.hangUp) }
                    tell(event)
                }
            } catch { break reading }
        }
        state.withLock { $0.descriptor = -1 }
        close(descriptor)
        tell(.lost)
    }

    private func tell(_ event: PhoneEvent) {
        let listener = state.withLock { $0.listener }
        listener?.yield(event)
    }
}
