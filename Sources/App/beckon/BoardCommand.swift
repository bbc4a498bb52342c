import Logging
public import ArgumentParser
public import Boards
import Foundation
import HomeFiles
import Roles
import Scanning
import StaffFiles
import Voice
import Wording

/// `beckon board`: what staff use to write boards without fear.
struct BoardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board",
        abstract: "Check boards, show how they are scanned, and propose a quicker order.",
        subcommands: [Check.self, Show.self, Suggest.self])

    /// `beckon board check PATH…`
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Look for mistakes in boards: each with file, line, column, and what was probably meant.",
            discussion: """
                The files beside the boards can be named too: suggestions.LANG.yaml, spelling.LANG.yaml, words.LANG.yaml.
                A folder stands for all of these in it; phrases.LANG.yaml belongs to `beckon config check`.

                Exits with 1 where there is an error; a board with an error is never taken over by a kiosk.
                """)

        @Argument(
            help: ArgumentHelp("Board files, or folders of them.", valueName: "path"),
            completion: .file(extensions: ["yaml"]))
        var paths: [String]
        @OptionGroup var reading: BoardReading
        @Option(help: "text, or json for programs.") var format: OutputFormat = .text

        func run() throws {
            let locale = try ReaderLocale.current(home: reading.language)
            let named = try paths.flatMap { try BoardFiles.files(at: $0) }
            let files = named.filter(BoardFiles.isChecked)
            // A shell's boards/*.yaml names everything in a folder.
            let others = named.filter { !BoardFiles.isChecked($0) }
            if !others.isEmpty {
                let sentence =
                    "No boards, so not looked at: \(others.joined(separator: ", ")). `beckon config check` looks at the settings and phrases of a home."
                guard !files.isEmpty else { throw ValidationError(sentence) }
                StandardError.tell(locale.words(.written(sentence)))
            }
            let findings = try files.flatMap { try reading.findings($0) }
            try FindingReport(findings).conclude(as: format, locale)
        }
    }

    /// `beckon board show PATH`
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the order in which a board is scanned, and what each item costs.",
            discussion: """
                Steps, presses and seconds are those of a person who makes no mistakes and presses 0.65 of the scan time
                after a cue has ended (Simpson, Koester, LoPresti 2006).

                With --use or --home, the means count each need as often as it was asked. Below them is how cheap the
                board could be: with its own groups in the order of frequency, without groups, and with the best groups
                there could be.
                """)

        @Argument(
            help: ArgumentHelp("A board file.", valueName: "path"), completion: .file(extensions: ["yaml"]))
        var path: String
        @OptionGroup var reading: BoardReading
        @OptionGroup var use: UseOptions
        @Option(help: "text, or json for programs.") var format: OutputFormat = .text

        func run() throws {
            let boards = try reading.boards(path)
            let listing = BoardListing(
                of: boards, parameters: try reading.settings().scanning, use: try use.counts(for: boards))
            switch format {
            case .text:
                let words = try ReaderLocale.current(home: reading.language ?? use.language).words
                StandardOutput.print(
                    ProgramText.visible(listing.text(words, columns: StandardOutput.look.columns)))
            case .json: StandardOutput.print(String(decoding: try listing.json(), as: UTF8.self))
            }
        }
    }
}

extension BoardCommand {
    /// `beckon board suggest PATH`
    struct Suggest: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Propose a few moves that make a board quicker, and say what each saves.",
            discussion: """
                An item or group with `pinned: true` keeps its place, a group with `together: true` its items, and no
                urgent request moves further back. What saves less than a hundredth of the time is not proposed. The file
                stays as it is; --write makes another one with all moves in it, and with its comments.
                """)

        @Argument(
            help: ArgumentHelp("A board file.", valueName: "path"), completion: .file(extensions: ["yaml"]))
        var path: String
        @OptionGroup var reading: BoardReading
        @OptionGroup var use: UseOptions
        @Option(help: ArgumentHelp("At most so many moves, 1 to 50: people learn places.", valueName: "n"))
        var moves: Int = 5
        @Option(
            help: ArgumentHelp(
                "keep: every item stays in its group. leave: items may come out of their group. any: they may also go into another, where they may be hard to find.",
                valueName: "what"))
        var groups: BoardSuggestion.Limits.Groups = .leave
        @Option(
            help: ArgumentHelp(
                "Write the changed board to this file, which must not exist yet.", valueName: "file"))
        var write: String?
        @Option(help: "text, or json for programs.") var format: OutputFormat = .text

        func validate() throws {
            guard (1...50).contains(moves) else {
                throw ValidationError("--moves \(moves): write a number from 1 to 50.")
            }
        }

        func run() throws {
            let (boards, places) = try reading.boardsWithPlaces(path)
            let counts = try use.counts(for: boards)
            let words = try ReaderLocale.current(home: reading.language ?? use.language).words
            let limits = BoardSuggestion.Limits(moves: moves, groups: groups)
            guard
                let suggestion = BoardSuggestion(
                    for: boards, parameters: try reading.settings().scanning, use: counts, limits: limits)
            else {
                throw ValidationError(
                    words(
                        Text(
                            "board_suggest.nothing_asked",
                            ["path": .verbatim(path), "source": .text(counts?.told ?? .empty)])))
            }
            let listing = SuggestionListing(
                of: suggestion, for: boards, places: places, limits: limits, use: counts)
            switch format {
            case .text: StandardOutput.tell(listing.text(words), terminator: "")
            case .json:
                let english = ReaderLocale.forPrograms.words
                StandardOutput.print(String(decoding: try listing.json(english), as: UTF8.self))
            }
            if let write { try self.write(suggestion, places, to: write) }
        }

        /// Writes only what reads as exactly the board that was proposed.
        private func write(_ suggestion: BoardSuggestion, _ places: ItemPlaces, to file: String) throws {
            let loader = StaffFileReader.loader
            let old = try loader.load(path, StaffFileLimits.bytes + 1).get()
            let text = places.text(
                String(decoding: old, as: UTF8.self), moving: suggestion.steps.map(\.move))
            let parameters = try reading.settings().scanning
            let start = suggestion.boards.start
            guard let bytes = text.map({ Array($0.utf8) }),
                BoardReader(
                    loader: StaffFileLoader { path, limit in
                        path == start ? .success(Array(bytes.prefix(limit))) : loader.load(path, limit)
                    }, parameters: parameters
                ).read(path).boards == suggestion.boards
            else {
                throw ValidationError(
                    "The moves cannot be made in the text of `\(path)` without risk, because of how its items are written. Make them with an editor."
                )
            }
            do {
                try Data(bytes).write(to: URL(fileURLWithPath: file), options: .withoutOverwriting)
            } catch {
                throw ValidationError(
                    FileManager.default.fileExists(atPath: file)
                        ? "`\(file)` is there already: name another file behind --write."
                        : "`\(file)` cannot be written: check that its folder exists and may be written.")
            }
        }
    }
}

extension BoardSuggestion.Limits.Groups: ExpressibleByArgument {}

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

/// The settings with which boards are checked.
struct BoardReading: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The beckon.yaml whose scanning parameters count. (default: the defaults)", valueName: "file"),
        completion: .file(extensions: ["yaml"]))
    var config: String?

    func settings() throws -> HomeSettings {
        guard let config else { return .standard }
        return try StaffFileReader.settings(at: config)
    }

    /// Of the home whose settings count; `nil` where none are named.
    var language: String? {
        get throws { try config == nil ? nil : settings().language }
    }

    /// A reader that asks the real voice how labels sound.
    func reader() throws -> BoardReader {
        BoardReader(
            loader: StaffFileReader.loader, parameters: try settings().scanning, voices: Self.voices,
            languages: .machine)
    }

    /// The real voice.
    static var voices: BoardVoices {
        let pronunciation = Pronunciation(logger: .init(label: "voice"))
        return BoardVoices(spokenForm: { text, language in
            pronunciation.spokenForm(text, language: language).map { $0.isEmpty ? .silence : .phonemes($0) }
        })
    }
}

extension BoardReading {
    /// The boards, or the end of the command with what is wrong with them.
    func boards(_ path: String) throws -> BoardSet { try boardsWithPlaces(path).boards }

    func boardsWithPlaces(_ path: String) throws -> (boards: BoardSet, places: ItemPlaces) {
        let (boards, places, findings) = try reader().readWithPlaces(path)
        guard let boards else {
            let locale = try ReaderLocale.current(home: language)
            StandardError.write(FindingReport(findings).text(for: StandardError.look, locale) + "\n")
            throw ExitCode(1)
        }
        return (boards, places)
    }
}

extension FindingReport {
    /// Ends a check: prints the findings, or a word that there are none, and exits with 1 where one is an error.
    func conclude(as format: OutputFormat, _ locale: ReaderLocale) throws {
        switch format {
        case .text:
            StandardOutput.print(
                findings.isEmpty
                    ? locale.words(Text("terminal.no_mistakes")) : text(for: StandardOutput.look, locale))
        case .json: StandardOutput.print(String(decoding: try json(), as: UTF8.self))
        }
        if findings.hasErrors { throw ExitCode(1) }
    }
}
