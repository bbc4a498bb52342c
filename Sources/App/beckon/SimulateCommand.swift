public import ArgumentParser
import Boards
import Foundation
import HomeFiles
import Roles
public import Scanning
public import Simulation
import StaffFiles
import Wording

/// `beckon simulate`: how well a board can be used, before anybody has to try.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Let simulated people use a board, and count what it costs them.",
        discussion: """
            Runs the real session in virtual time, in every mode and pattern, and reports seconds, steps and presses for \
            each need, what goes wrong and what is undone, and says which way is best for this person. The same seed \
            always gives the same figures; how far it is, and how fast it went, is on standard error.

            docs/simulation.md tells what the people do, and how to write a model of your own.
            """)

    @Option(help: ArgumentHelp("A board file.", valueName: "file")) var board: String
    @Option(
        help: ArgumentHelp("The beckon.yaml whose settings count. (default: the defaults)", valueName: "file")
    )
    var config: String?
    @Option(
        help: ArgumentHelp(
            """
            exact: reacts after 0.8 s and makes no mistake. harder: after 1.5 s, misses a tenth of the presses, and \
            presses by accident every three minutes. false-presses: like exact, and presses by accident 0.05 times a \
            second, or as --false-presses says. Or the file of a model.
            """, valueName: "model"))
    var model: String = "exact"
    @Option(help: ArgumentHelp("How many needs each mode and pattern is asked for.", valueName: "number"))
    var requests: Int = 1000
    @Option(help: ArgumentHelp("The same seed gives the same people.", valueName: "number")) var seed:
        UInt64 = 1
    @Flag(help: "Measure each person in 50 needs first, and fit scan_time (or dwell_time) to them.")
    var tune = false
    @Option(help: ArgumentHelp("Only this mode.", valueName: "mode")) var mode: ScanParameters.Mode?
    @Option(help: ArgumentHelp("Only this pattern.", valueName: "pattern")) var pattern:
        ScanParameters.Pattern?
    @OptionGroup(title: "How often each need is wanted (default: after Zipf, in the order of the board)")
    var use: UseOptions
    @OptionGroup(title: "Changes to the model") var changes: ModelChanges
    @Option(help: "text, or json for programs.") var format: OutputFormat = .text

    func validate() throws {
        guard (1...10_000_000).contains(requests) else {
            throw ValidationError("--requests is \(requests), but must be from 1 to 10000000.")
        }
        let known = ["exact", "harder", "false-presses"]
        if !known.contains(model), !model.contains("."), !model.contains("/") {
            let guess = DidYouMean.suffix(for: model, among: known)
            let list = ": write exact, harder, false-presses, or the path of a file such as ./maria.yaml."
            throw ValidationError("`\(model)` is not a model\(guess.isEmpty ? list : guess)")
        }
        try changes.validateRanges()
    }

    func run() throws {
        let settings = try config.map { try StaffFileReader.settings(at: $0) } ?? .standard
        let words = ReaderLocale.current(home: config == nil ? use.language : settings.language).words
        let loader = StaffFileReader.loader
        let (boards, findings) = BoardReader(loader: loader, parameters: settings.scanning).read(board)
        let simulated = try refused(boards, findings)
        var simulation = Simulation(
            boards: simulated, settings: settings, phrases: try phrases(for: simulated), model: try person(),
            requests: requests, seed: seed)
        simulation.isTuned = tune
        if let use = try use.counts(for: simulated) {
            guard Needs.ids(of: simulated).contains(where: { use.counts[$0, default: 0] > 0 }) else {
                throw ValidationError(words(Text("simulate.not_counted", ["source": .text(use.told)])))
            }
            simulation.weights = use.counts.mapValues(Double.init)
        }
        let ways = Simulation.Way.all.filter { way in
            (mode == nil || way.mode == mode) && (pattern == nil || way.pattern == pattern)
        }
        let begun = ContinuousClock.now
        let progress = ProgressLine("simulate.simulating", words)
        var report = simulation.report(on: ways) { done in
            progress?.show(
                done.part,
                words(
                    Text(
                        "simulate.ways_done", count: done.allWays, ["done": .number(done.ways)])))
        }
        progress?.remove()
        switch format {
        case .text:
            let screen = SimulationScreen(report: report, words: words)
            StandardOutput.print(screen.text(columns: StandardOutput.look.columns), terminator: "")
        case .json:
            let english = SimulationScreen(report: report, words: ReaderLocale.forPrograms.words)
            report.verdict.sentence = english.verdict.joined(separator: " ")
            StandardOutput.print(String(decoding: try report.json(), as: UTF8.self))
        }
        tellSpeed(report, since: begun, words)
    }

    private func person() throws -> PressModel {
        var person: PressModel
        switch model {
        case "exact": person = .exact
        case "harder": person = .harder
        case "false-presses": person = .falsePresses(rate: 0.05)
        default:
            let (read, findings) = PressModelReader.read(try bytes(of: model), file: model)
            person = try refused(read, findings)
        }
        changes.apply(to: &person)
        return person
    }

    /// The words that the kiosk would say: the home's own beside the settings, or those that ship.
    private func phrases(for boards: BoardSet) throws -> Phrases {
        let share = try SharedFiles.find()
        let home = config.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path } ?? share.folder
        let reader = StaffFileReader(home: HomeFolder(path: home), share: share, keepsCopies: false)
        var findings: [Finding] = []
        let phrases = reader.phrases(boards.boards[boards.start]?.language ?? "en", &findings)
        return try refused(phrases, findings)
    }

    private func bytes(of path: String) throws -> [UInt8] {
        switch StaffFileReader.loader.load(path, StaffFileLimits.bytes + 1) {
        case .success(let bytes): return bytes
        case .failure(let failure):
            throw RolesError.filesRefused(failure.findings(of: path))
        }
    }

    /// What was read; ends the command and prints the mistakes if there are any.
    private func refused<Read>(_ read: Read?, _ findings: [Finding]) throws -> Read {
        if let read { return read }
        throw RolesError.filesRefused(findings)
    }

    private func tellSpeed(
        _ report: SimulationReport, since begun: ContinuousClock.Instant, _ words: Translation
    ) {
        let seconds = begun.duration(to: .now) / .seconds(1)
        let selections = report.results.reduce(0) { $0 + $1.selections }
        let perMinute = Int(Double(selections) / max(seconds, 0.001) * 60)
        StandardError.tell(
            words(
                Text(
                    "simulate.speed",
                    [
                        "selections": .number(selections), "seconds": .decimal(seconds, places: 1),
                        "rate": .number(perMinute),
                    ])))
    }
}

/// What the options change in a model.
struct ModelChanges: ParsableArguments {
    @Option(help: ArgumentHelp("Seconds from the end of a word to the press, on average.", valueName: "s"))
    var reaction: Double?
    @Option(help: ArgumentHelp("Their standard deviation.", valueName: "s")) var reactionSd: Double?
    @Option(help: ArgumentHelp("normal or log_normal.", valueName: "shape"))
    var distribution: PressModel.Spread.Distribution?
    @Option(help: ArgumentHelp("Unintended presses a second: 0 to 2.", valueName: "rate"))
    var falsePresses: Double?
    @Option(
        help: ArgumentHelp("The share of intended presses that are missed: 0 to 0.9.", valueName: "part"))
    var missed: Double?
    @Option(help: ArgumentHelp("Seconds for which the switch is held, on average.", valueName: "s"))
    var hold: Double?
    @Option(help: ArgumentHelp("Their standard deviation.", valueName: "s")) var holdSd: Double?
    @Option(help: ArgumentHelp("Short touches after each press, on average: 0 to 10.", valueName: "number"))
    var tremorTouches: Double?
    @Option(help: ArgumentHelp("Presses with a beat that comes every so many seconds.", valueName: "s"))
    var beat: Double?
    @Option(help: ArgumentHelp("By which part the reaction grows in four hours: 0 to 2.", valueName: "part"))
    var fatigue: Double?
    @Option(help: ArgumentHelp("By which part the reaction is longer at first: 0 to 2.", valueName: "part"))
    var learning: Double?

    func validateRanges() throws {
        typealias Limits = PressModel.Limits
        try check("--reaction", reaction, Self.seconds(Limits.reaction))
        try check("--reaction-sd", reactionSd, Self.seconds(Limits.deviation))
        try check("--false-presses", falsePresses, Limits.falsePresses)
        try check("--missed", missed, Limits.missed)
        try check("--hold", hold, Self.seconds(Limits.hold))
        try check("--hold-sd", holdSd, Self.seconds(Limits.deviation))
        try check("--tremor-touches", tremorTouches, Limits.tremorTouches)
        try check("--beat", beat, Self.seconds(Limits.beat))
        try check("--fatigue", fatigue, Limits.growth)
        try check("--learning", learning, Limits.growth)
    }

    private static func seconds(_ range: ClosedRange<Duration>) -> ClosedRange<Double> {
        range.lowerBound / .seconds(1)...range.upperBound / .seconds(1)
    }

    private func check(_ name: String, _ value: Double?, _ range: ClosedRange<Double>) throws {
        guard let value, !range.contains(value) else { return }
        throw ValidationError(
            "\(name) is \(value), but must be from \(range.lowerBound) to \(range.upperBound).")
    }

    func apply(to model: inout PressModel) {
        let before = model
        if let reaction { model.reaction.mean = reaction }
        if let reactionSd { model.reaction.deviation = reactionSd }
        if let distribution { model.reaction.distribution = distribution }
        if let falsePresses { model.falsePresses = falsePresses }
        if let missed { model.missed = missed }
        if let hold { model.hold.mean = hold }
        if let holdSd { model.hold.deviation = holdSd }
        if let tremorTouches { model.tremorTouches = tremorTouches }
        if let beat { model.beat = beat }
        if let fatigue { model.fatigue = fatigue }
        if let learning { model.learning = learning }
        if model != before { model.name += ", changed" }
    }
}

extension ScanParameters.Mode: ExpressibleByArgument {}
extension ScanParameters.Pattern: ExpressibleByArgument {}
extension PressModel.Spread.Distribution: ExpressibleByArgument {}
