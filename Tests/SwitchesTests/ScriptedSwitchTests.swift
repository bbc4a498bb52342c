import Foundation
import OwnFolders
import OwnThreads
import Testing

/// The files that let `umockdev-run` show a switch which presses itself.
@Suite(.ownThreads(1)) struct ScriptedSwitchTests {
    @Test("A scripted switch presses in order, and not before its time")
    func aScriptedSwitchPressesInOrderAndNotBefore() throws {
        let folder = try OwnFolder()
        let made = try run(
            Desk.root.appending(path: "scripts/lib/scripted-switch").path(percentEncoded: false),
            [folder.path, "0.2:57:tap:100", "0.5:28:down"])
        let arguments = made.output.rest()
        let begin = ContinuousClock.now
        let running = try run(
            "/usr/bin/env",
            ["umockdev-run"] + arguments
                + [
                    "--", try Desk.probe(), "--select", "auto", "--key", "57=select", "--key", "28=step",
                    "--edges", "3",
                ])
        let lines = running.output.rest()
        #expect(ContinuousClock.now - begin >= .milliseconds(500))
        #expect(Set(lines.prefix(2)) == ["ready", "arrived /dev/input/event5 Big Red Switch"])
        #expect(lines.dropFirst(2) == ["press select 57", "release select 57", "press step 28", "stopped"])
        running.process.waitUntilExit()
    }

    private func run(_ path: String, _ arguments: [String]) throws -> (process: Process, output: LineReader) {
        let process = Process()
        let out = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = out
        try process.run()
        return (process, LineReader(dup(out.fileHandleForReading.fileDescriptor)))
    }
}
