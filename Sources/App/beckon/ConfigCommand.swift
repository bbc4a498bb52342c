import ArgumentParser
import Foundation
import HomeFiles
import Roles
import StaffFiles

/// `beckon config`: the settings of a home.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Check a home's settings and phrases, or print a commented default.",
        subcommands: [Check.self, Default.self])

    /// `beckon config check`
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Look for mistakes in beckon.yaml: each with file, line, column, and what was probably meant.",
            discussion:
                "Phrase files (phrases.LANG.yaml) can be named as well. Exits with 1 where there is an error."
        )

        @OptionGroup var home: HomeOptions
        @Argument(
            help: ArgumentHelp(
                "Files to check. (default: the home's beckon.yaml and phrases)", valueName: "path"),
            completion: .file(extensions: ["yaml"]))
        var paths: [String] = []
        @Option(help: "text, or json for programs.") var format: OutputFormat = .text

        func run() throws {
            let findings =
                paths.isEmpty
                ? StaffFileReader.findings(inHome: home.folder)
                : paths.flatMap { StaffFileReader.findings(at: $0) }
            let locale = ReaderLocale.current(home: home.folder.settingsInUse.language)
            try FindingReport(findings).conclude(as: format, locale)
        }
    }

    /// `beckon config default`
    struct Default: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the commented settings that a new home starts with.")

        func run() { StandardOutput.print(SettingsTemplate.text, terminator: "") }
    }
}
