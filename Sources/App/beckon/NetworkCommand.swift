import ArgumentParser
import Foundation
import HomeFiles
import Roles

/// `beckon network`: whether phones and other machines reach the service of this home.
struct NetworkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "network",
        abstract: "Let phones of this network reach the pages, or keep them to this machine.",
        discussion: """
            Writes `service.listen` and `service.allow_plain_http` into beckon.yaml; a running service follows at once. Without a \
            certificate, others in the network could read along: do this where only people you trust use it, or set one first \
            (docs/tls.md).
            """,
        subcommands: [Open.self, Close.self])

    /// `beckon network open`
    struct Open: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let phones and other machines in.")
        @OptionGroup var home: HomeOptions

        func run() throws {
            let settings = try NetworkCommand.change(home, host: "0.0.0.0")
            let isPlain = settings.service.certificate == nil
            StandardOutput.print(
                """
                Phones of this network can reach Beckon now\(isPlain ? ", without TLS" : "").
                In the pages, a code for your phone is at “Your phone”. To undo it: beckon network close\(NetworkCommand.place(home))
                """)
        }
    }

    /// `beckon network close`
    struct Close: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Keep the pages to this machine.")
        @OptionGroup var home: HomeOptions

        func run() throws {
            _ = try NetworkCommand.change(home, host: "127.0.0.1")
            StandardOutput.print(
                "Beckon answers on this machine alone now. Phones, and kiosks and stations on other machines, are cut off."
            )
        }
    }

    /// Writes it; returns the settings as they were.
    private static func change(_ home: HomeOptions, host: String) throws -> HomeSettings {
        let folder = home.folder
        guard folder.hasService else {
            throw ValidationError(
                "\(folder.path) has no service of its own: type this on the machine whose service keeps the home, with its --home DIR."
            )
        }
        let settings = try StaffFileReader.settings(at: folder.settingsFile)
        try folder.listen(at: host, plain: host != "127.0.0.1" && settings.service.certificate == nil)
        return settings
    }

    /// What a command needs for the same home; nothing for the usual one.
    static func place(_ home: HomeOptions) -> String {
        home.folder.path == HomeFolder.standardPath ? "" : " --home \(home.folder.path)"
    }
}
