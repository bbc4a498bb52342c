import Boards
import Evidence
import Foundation
import HomeFiles
import Kiosk
import Playing
import Scanning
import StaffFiles
import Testing

/// Plays what stands in `Timelines/*.txt`: settings as staff write them, what a switch does, and what is then heard.
///
/// A block begins with `== ` and the settings, separated by `;`. Lines with `> ` say what happens: `0 tap`, `1.2 press`,
/// `2 release` (a word behind them names the key: `step`, `back`, `help`, a digit), `until 14`, `board grid`,
/// `words 12` (how many seconds every word lasts), `known 0.8` (how soon after a word the client is known to press, in
/// seconds; a second number says from how many presses). All other lines are what a person would notice, with its second.
@Suite("Timelines of every parameter") struct TimelinesOfEveryParameterTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Timelines")

    static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

    @Test("Each timeline plays as written", arguments: files)
    func whatIsHeardIsWhatStandsThere(file: String) throws {
        let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
        let played = try Timeline.blocks(of: text).map { try $0.played() }
        #expect(
            played.joined(separator: "\n") == Timeline.blocks(of: text).map(\.text).joined(separator: "\n"))
    }

    @Test("Every option of scanning has its timelines, at its default and at every end")
    func everyOptionOfScanningHasItsTimelinesAtIts() throws {
        let written = try Self.files.map {
            try String(contentsOf: Self.folder.appending(path: $0), encoding: .utf8)
        }.joined(separator: "\n")
        for option in SettingsCatalogue.scanning.options {
            let values = Set(
                written.matches(of: try Regex("\(option.name): ([^;\n]*)")).map {
                    $0.output[1].substring.map { String($0).trimmingCharacters(in: .whitespaces) } ?? ""
                })
            let missing = option.ends.filter { end in !values.contains(where: { $0 == end }) }
            #expect(missing.isEmpty, "\(option.name) has no timeline for \(missing)")
        }
    }
}

extension SettingsCatalogue.Option {
    /// The values that the range names: both ends, `off`, every word of a list.
    fileprivate var ends: [String] {
        let words = range.filter { $0 != "," }.split(separator: " ").map(String.init)
        let units: Set<String> = ["ms", "s", "min", "h"]
        var ends: [String] = []
        for word in words where !["to", "or"].contains(word) {
            if units.contains(word), let number = ends.popLast() {
                ends.append("\(number) \(word)")
            } else {
                ends.append(word)
            }
        }
        return ends + [standard]
    }
}

/// One block of a file.
struct Timeline {
    var settings: String
    var directions: [String]
    /// As it stands in the file.
    var text: String

    static func blocks(of text: String) -> [Timeline] {
        var blocks: [Timeline] = []
        for line in text.split(separator: "\n").map(String.init) where !line.hasPrefix("#") {
            if line.hasPrefix("== ") {
                blocks.append(Timeline(settings: String(line.dropFirst(3)), directions: [], text: line))
                continue
            }
            guard !blocks.isEmpty else { continue }
            let last = blocks.count - 1
            blocks[last].text += "\n" + line
            if line.hasPrefix("> ") {
                blocks[last].directions += line.dropFirst(2).split(separator: ",").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
            }
        }
        return blocks
    }

    /// The block with what is heard when it is played.
    func played() throws -> String {
        var board = "small"
        var words = 1.0
        var profile: PressProfile?
        var end = 0.0
        var moves: [(at: Double, words: [String])] = []
        for direction in directions {
            let parts = direction.split(separator: " ").map(String.init)
            switch parts.first {
            case "board": board = parts[1]
            case "words": words = try #require(Double(parts[1]))
            case "known":
                let seconds = try #require(Double(parts[1]))
                profile = .known(
                    seconds, presses: try parts.dropFirst(2).first.map { try #require(Int($0)) } ?? 90)
            case "until": end = try #require(Double(parts[1]))
            default: moves.append((try #require(Double(parts[0]), "\(direction)"), Array(parts.dropFirst())))
            }
        }
        let written = settings.split(separator: ";").map { "  " + $0.trimmingCharacters(in: .whitespaces) }
        let yaml = written.isEmpty ? "" : "scanning:\n" + written.joined(separator: "\n") + "\n"
        let (read, findings) = SettingsReader.read(Array(yaml.utf8), file: "beckon.yaml")
        var home = try #require(read, "\(findings)")
        home.client = .init(id: "maria", name: "Maria")
        var stage = Stage(
            settings: home, boards: try Self.boards(board, home.scanning), phrases: try Self.phrases())
        stage.showsRest = true
        stage.voice.wordLength = .milliseconds(Int(words * 1000))
        if let profile { stage.send(.pressesKnown(profile)) }
        for move in moves { try stage.play(move.words, at: move.at) }
        stage.run(to: end)
        let head = [text.split(separator: "\n").prefix { $0.hasPrefix("==") || $0.hasPrefix(">") }]
        return (head.flatMap { $0 }.map(String.init) + stage.lines).joined(separator: "\n")
    }

    private static func boards(_ name: String, _ parameters: ScanParameters) throws -> BoardSet {
        let boards = [
            "small": """
              - label: Drinks
                group:
                  - { label: Water, say: "Some water, please.", request: normal }
                  - { label: Tea, request: normal }
              - { label: Pain, say: "It hurts.", request: urgent }
              - { label: Yes, say: "Yes." }
            """,
            "grid": """
              - { label: Water, request: normal }
              - { label: Tea, request: normal }
              - { label: Toilet, request: soon }
              - { label: Pain, request: urgent }
              - { label: Yes, say: "Yes." }
              - { label: No, say: "No." }
              - { label: Hello, say: "Hello." }
            """,
            "deep": """
              - label: Needs
                group:
                  - label: Drinks
                    group:
                      - { label: Water, request: normal }
                      - { label: Tea, request: normal }
                  - { label: Food, request: normal }
              - { label: Yes, say: "Yes." }
            """,
            "list": """
              - { label: What I asked, list: requests }
              - { label: Water, request: normal }
            """,
            "settings": """
              - { label: Slower, pace: slower }
              - { label: Faster, pace: faster }
              - { label: As before, pace: usual }
            """,
        ]
        let text =
            "board: home\nname: Home\nlanguage: en-GB\nitems:\n\(try #require(boards[name], "\(name)"))\n"
        let loader = StaffFileLoader { _, _ in .success(Array(text.utf8)) }
        let (set, findings) = BoardReader(loader: loader, parameters: parameters).read("home.yaml")
        return try #require(set, "\(findings)")
    }

    private static func phrases() throws -> Phrases {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../boards/phrases.en.yaml"
        ).standardized
        let bytes = Array(try Data(contentsOf: file))
        let (phrases, findings) = PhrasesReader.read(bytes, file: "phrases.en.yaml")
        return try #require(phrases, "\(findings)")
    }
}

extension Stage {
    /// `tap`, `press`, `release`, each with the key that it is of.
    fileprivate mutating func play(_ words: [String], at seconds: Double) throws {
        let role: SwitchRole
        switch words.dropFirst().first {
        case nil, "select": role = .select
        case "step": role = .step
        case "back": role = .back
        case "help": role = .help
        case .some(let digit): role = .digit(try #require(Int(digit), "\(words)"))
        }
        switch words.first {
        case "tap": press(at: seconds, role)
        case "press": edge(at: seconds, role, .press)
        case "release": edge(at: seconds, role, .release)
        default: Issue.record("\(words)")
        }
    }
}
