import Foundation
import Glibc
import OwnThreads
import Testing

/// The probe reading a real terminal or pipe as its standard input.
@Suite(.serialized, .ownThreads(1)) struct TerminalKeysTests {
    /// A probe, with what is its terminal (or pipe) on our side.
    private final class Session {
        let process: pid_t
        let input: Int32
        let output: LineReader
        /// Whether the terminal showed what is typed before the probe had it.
        let echoedAtFirst: Bool

        init(terminal: Bool) throws {
            var slavePath: String?
            var pipeEnd: Int32 = -1
            if terminal {
                var ends: (Int32, Int32) = (-1, -1)
                var name = [CChar](repeating: 0, count: 128)
                try #require(openpty(&ends.0, &ends.1, &name, nil, nil) == 0)
                close(ends.1)
                input = ends.0
                slavePath = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            } else {
                (pipeEnd, input) = try Self.pipe()
            }
            _ = fcntl(input, F_SETFD, FD_CLOEXEC)
            echoedAtFirst = Self.echoes(input)
            let out = try Self.pipe()
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            // The leader of a new session that opens a terminal gets it as its own, as after a login.
            if let slavePath {
                posix_spawn_file_actions_addopen(&actions, 0, slavePath, O_RDWR, 0)
            } else {
                posix_spawn_file_actions_adddup2(&actions, pipeEnd, 0)
            }
            posix_spawn_file_actions_adddup2(&actions, out.1, 1)
            // Other tests' pipes: whoever waits for their end would wait for this process too. What is not open is
            // passed over.
            for other in Int32(3)..<256 { posix_spawn_file_actions_addclose(&actions, other) }
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            // A test's thread has most signals blocked, and a child would inherit that.
            var nothing = sigset_t()
            sigemptyset(&nothing)
            posix_spawnattr_setsigmask(&attributes, &nothing)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | 0x80))  // POSIX_SPAWN_SETSID
            let path = try Desk.probe()
            let arguments = [strdup(path), strdup("--terminal"), nil]
            defer { arguments.forEach { free($0) } }
            var child = pid_t()
            let status = posix_spawn(&child, path, &actions, &attributes, arguments, environ)
            posix_spawn_file_actions_destroy(&actions)
            close(out.1)
            if pipeEnd >= 0 { close(pipeEnd) }
            try #require(status == 0)
            process = child
            output = LineReader(out.0)
        }

        /// For reading and for writing; not for any other process.
        private static func pipe() throws -> (Int32, Int32) {
            var ends: [Int32] = [-1, -1]
            try #require(Glibc.pipe(&ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return (ends[0], ends[1])
        }

        func begin() throws {
            let lines = Set([try output.next(), try output.next()])
            #expect(lines.contains("ready"))
        }

        func type(_ text: String) { _ = text.withCString { write(input, $0, strlen($0)) } }

        /// Whether the terminal shows what is typed.
        var echoes: Bool { Self.echoes(input) }

        private static func echoes(_ terminal: Int32) -> Bool {
            var mode = termios()
            tcgetattr(terminal, &mode)
            return mode.c_lflag & tcflag_t(ECHO) != 0 && mode.c_lflag & tcflag_t(ICANON) != 0
        }

        func end() throws {
            kill(process, SIGTERM)
            #expect(try output.next() == "stopped")
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
    }

    @Test("Keys are switches without being shown, and the terminal is given back")
    func keysAreSwitchesWithoutBeingShownAndTheTerminal() throws {
        let session = try Session(terminal: true)
        #expect(session.echoedAtFirst)
        try session.begin()
        session.type(" ")
        #expect(try session.output.next() == "press select 32")
        #expect(!session.echoes)
        #expect(try session.output.next() == "release select 32")
        session.type("\u{1B}[A\r")
        #expect(try session.output.next() == "press step 10")
        #expect(try session.output.next() == "release step 10")
        try session.end()
        #expect(session.echoes)
    }

    @Test("Ctrl+Z gives the terminal back for as long as the process is stopped")
    func ctrlZGivesTheTerminalBackForAsLong() throws {
        let session = try Session(terminal: true)
        try session.begin()
        session.type(" ")
        #expect(try session.output.next() == "press select 32")
        #expect(try session.output.next() == "release select 32")
        session.type("\u{1A}")
        var status: Int32 = 0
        #expect(waitpid(session.process, &status, WUNTRACED) == session.process)
        #expect(status & 0xFF == 0x7F)
        #expect(session.echoes)
        kill(session.process, SIGCONT)
        session.type("m")
        #expect(try session.output.next() == "press met 109")
        #expect(!session.echoes)
        #expect(try session.output.next() == "release met 109")
        try session.end()
        #expect(session.echoes)
    }

    @Test("Ctrl+C still interrupts") func ctrlCStillInterrupts() throws {
        let session = try Session(terminal: true)
        try session.begin()
        session.type(" ")
        #expect(try session.output.next() == "press select 32")
        #expect(try session.output.next() == "release select 32")
        session.type("\u{3}")
        #expect(try session.output.next() == "stopped")
        var status: Int32 = 0
        #expect(waitpid(session.process, &status, 0) == session.process)
        #expect(session.echoes)
    }

    @Test("A pipe's characters are presses, one after the other, until it ends")
    func aPipesCharactersArePressesOneAfterTheOther() throws {
        let session = try Session(terminal: false)
        try session.begin()
        session.type("  1\n")
        close(session.input)
        let lines = try (1...9).map { _ in try session.output.next() }
        #expect(
            lines == [
                "press select 32", "release select 32", "press select 32", "release select 32",
                "press digit(1) 49", "release digit(1) 49", "press step 10", "release step 10",
                "lost terminal closed",
            ])
        try session.end()
    }
}
