import ArgumentParser
import Dispatch
import Foundation
import Glibc

/// Where the program begins. What an `async` main does comes after Dispatch has prepared the main thread, and may come too
/// late to say why that failed.
@main
enum Program {
    static func main() {
        OpenFiles.exitWithoutRoomForDispatch()
        Task {
            await Beckon.main()
            exit(EXIT_SUCCESS)
        }
        dispatchMain()
    }
}

struct Beckon: AsyncParsableCommand {
    static let version = "0.2.0"

    static let configuration = CommandConfiguration(
        commandName: "beckon",
        abstract: "Ask for what you need with one switch; be heard; hear the answer.",
        discussion: """
            Start with `beckon run`: the client's kiosk, the caregivers' station and the service in one process.
            `beckon status` says in one screen how the home is; `beckon doctor` looks for everything that would keep somebody
            unheard.

            Beckon is not a medical device, and must not be the only way to call in an emergency.
            """,
        version: version,
        subcommands: [
            RunCommand.self, KioskCommand.self, StationCommand.self, ServiceCommand.self, BoardCommand.self,
            ConfigCommand.self, DevicesCommand.self, SayCommand.self, DoctorCommand.self, StatusCommand.self,
            TuneCommand.self, SimulateCommand.self, RoutineCommand.self, HandoverCommand.self,
            PairCommand.self, CoordinatorCommand.self, NetworkCommand.self,
        ])

    static func main() async {
        // A closed pipe is an error of one write, not the end of a kiosk.
        signal(SIGPIPE, SIG_IGN)
        let arguments = Array(ProcessInfo.processInfo.arguments.dropFirst())
        do {
            if let words = CommandTree(arguments).unknownWords { throw ValidationError(words) }
            var command = try parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            QueuedLog.flush()
        } catch {
            QueuedLog.flush()
            let end = CommandEnd(error, arguments, look: StandardError.look)
            if !end.output.isEmpty { StandardOutput.print(end.output) }
            StandardError.write(end.error)
            Glibc.exit(end.status)
        }
    }
}
