public import StaffFiles

/// Reads one exercise, `exercises/calm.en.yaml`, and checks for what would trouble the person who does it.
public struct ExerciseReader {
    /// Characters; longer ones are a mistake, for nobody listens that long at once.
    static let nameLimit = 80
    static let wordsLimit = 600
    static let mostSteps = 100
    static let mostPhases = 8
    /// An emoji is one character, in some combinations a few.
    private static let symbolLimit = 4

    /// A part of a breath. Shorter cannot be followed; longer is no breath.
    static let phases: ClosedRange<Duration> = .milliseconds(500)...(.seconds(20))
    static let rounds = 1...200
    static let times: ClosedRange<Duration> = .seconds(10)...(.seconds(30 * 60))
    static let ramps: ClosedRange<Duration> = .zero...(.seconds(10 * 60))
    static let pauses: ClosedRange<Duration> = .milliseconds(500)...(.seconds(5 * 60))

    private static let keys = [
        "exercise", "name", "language", "symbol", "instructions", "instructions_sound", "steps",
    ]
    private static let actions = ["say", "breathe", "pause", "press", "play", "listen"]
    private static let breathingKeys = ["rounds", "for", "ramp", "words", "pace"]
    /// What `pace` has where neither a tone nor pulses are wanted.
    private static let screenAlone = "screen"
    private static let stepKeys = actions + ["sound", "picture"] + breathingKeys

    private let loader: StaffFileLoader
    private let languages: LanguageCheck

    /// - Parameters:
    ///   - loader: How the sounds and pictures that it names are looked at.
    ///   - languages: Which languages the voices speak.
    public init(loader: StaffFileLoader, languages: LanguageCheck = .form) {
        self.loader = loader
        self.languages = languages
    }

    /// Reads the bytes of one file.
    ///
    /// - Parameters:
    ///   - file: The path as the loader knows it and as findings shall name it.
    ///   - root: The folder out of which no file may be named; the file's own folder if `nil`.
    ///   - pictures: The folder whose pictures a screen can show; any if `nil`.
    /// - Returns: The exercise, or `nil` if there is any error; and the findings, by place.
    public func read(
        _ bytes: [UInt8], file: String, root: String? = nil, pictures: String? = nil
    ) -> (exercise: Exercise?, findings: [Finding]) {
        let (node, log) = StaffFile.read(bytes, file: file)
        let files = FileReferences(
            paths: StaffFilePath(start: file, root: root), base: file,
            folder: root == nil ? "exercises" : "home's", loader: loader, log: log)
        let exercise = exercise(node, Reading(files: files, pictures: pictures, log: log))
        let findings = log.findings.sorted
        return (findings.hasErrors ? nil : exercise, findings)
    }

    private struct Reading {
        let files: FileReferences
        let pictures: String?
        let log: FindingLog

        func picture(_ name: Located<String>) -> String? {
            guard let path = files.picture(name) else { return nil }
            if let pictures, !path.hasPrefix(pictures + "/") {
                log.error(
                    "a screen shows pictures of the folder `boards`: copy it there, and write `../boards/` and its name",
                    at: name.range)
            }
            return path
        }
    }

    private func exercise(_ root: StaffNode?, _ reading: Reading) -> Exercise? {
        let log = reading.log
        guard
            let cursor = MappingCursor(
                file: root, what: "an exercise", keys: Self.keys,
                empty:
                    "this file is empty: an exercise needs `exercise`, `name`, `language`, `instructions` and `steps`",
                log: log)
        else { return nil }
        cursor.require("exercise", because: "a short name for it, such as `calm`, the same in every language")
        cursor.require("name", because: "what the client hears and reads")
        cursor.require("language", because: "such as `en-GB`, so that it is pronounced correctly")
        cursor.require("instructions", because: "what is said before it begins")
        cursor.require("steps", because: "a list of what is said and done")
        let id = cursor.string("exercise")
        if let id, !id.value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) {
            log.error("`exercise` is a short word of letters from a to z, digits and `-`", at: id.range)
        }
        let language = cursor.string("language")
        if let language, !LanguageTag.isWellFormed(language.value) {
            log.error(
                "`\(language.value)` is not a language tag, such as `en-GB`\(LanguageTag.suggestion(for: language.value))",
                at: language.range)
        }
        if let language { languages.warn(of: language, in: log) }
        let nodes = cursor.sequence("steps")
        if let nodes, nodes.value.isEmpty {
            log.error("this exercise has no steps: give it some", at: cursor.place(of: "steps"))
        }
        if let nodes, nodes.value.count > Self.mostSteps {
            log.error(
                "\(nodes.value.count) steps: at most \(Self.mostSteps) can be done, so make two exercises of it",
                at: cursor.place(of: "steps"))
        }
        return Exercise(
            id: id?.value ?? "", name: text("name", Self.nameLimit, cursor, log) ?? "",
            language: language?.value ?? "en", symbol: symbol(cursor, reading),
            instructions: .init(
                text("instructions", Self.wordsLimit, cursor, log) ?? "",
                recording: reading.files.sound("instructions_sound", cursor)),
            steps: (nodes?.value.prefix(Self.mostSteps) ?? []).compactMap { step($0, reading) })
    }

    private func text(_ key: String, _ limit: Int, _ cursor: MappingCursor, _ log: FindingLog) -> String? {
        guard let text = cursor.string(key) else { return nil }
        if text.value.count > limit {
            log.error(
                "`\(key)` has \(text.value.count) characters, at most \(limit) can be listened to: write a shorter one",
                at: text.range)
        }
        return text.value
    }

    private func symbol(_ cursor: MappingCursor, _ reading: Reading) -> String? {
        guard let symbol = cursor.string("symbol") else { return nil }
        if FileKind.isPicturePath(symbol.value) { return reading.picture(symbol) }
        if symbol.value.count > Self.symbolLimit {
            reading.log.error(
                "a symbol is one emoji or the path of a picture (\(FileKind.pictureEndings.joined(separator: ", ")))",
                at: symbol.range)
        }
        return symbol.value
    }

    // MARK: - Steps

    private func step(_ node: StaffNode, _ reading: Reading) -> Exercise.Step? {
        let log = reading.log
        guard let cursor = MappingCursor(node, what: "a step", keys: Self.stepKeys, log: log) else {
            return nil
        }
        let present = cursor.presentKeys.filter { Self.actions.contains($0.value) }
        guard let first = present.first else {
            // A misspelt key has its finding.
            if Self.actions.allSatisfy(cursor.isMissing) {
                log.error(
                    "a step needs one of `say`, `breathe`, `pause`, `press`, `play` or `listen`: it is what happens",
                    at: cursor.range)
            }
            return nil
        }
        if present.count > 1, let second = present.last {
            log.error(
                "a step does one thing, but this has `\(first.value)` and `\(second.value)`: make two steps of it",
                at: second.range)
        }
        let isBreathing = first.value == "breathe"
        for key in Self.breathingKeys where cursor.has(key) && !isBreathing {
            if key == "for", first.value == "listen" { continue }
            log.error("`\(key)` belongs to `breathe`: delete it here", at: cursor.place(of: key))
        }
        if cursor.has("sound"), first.value != "say", first.value != "press" {
            log.error(
                "`sound` is a recording of `say` or `press`: delete it here", at: cursor.place(of: "sound"))
        }
        guard let action = action(first.value, cursor, reading) else { return nil }
        return Exercise.Step(action: action, picture: cursor.string("picture").flatMap(reading.picture))
    }

    private func action(
        _ key: String, _ cursor: MappingCursor, _ reading: Reading
    ) -> Exercise.Step.Action? {
        func words() -> Exercise.Words? {
            let recording = reading.files.sound("sound", cursor)
            return text(key, Self.wordsLimit, cursor, reading.log).map { .init($0, recording: recording) }
        }
        return switch key {
        case "say": words().map(Exercise.Step.Action.say)
        case "press": words().map(Exercise.Step.Action.press)
        case "pause": cursor.duration("pause", in: Self.pauses).map { .pause($0.value) }
        case "play": cursor.enumeration("play", Exercise.Game.self).map { .play($0.value) }
        case "listen": listening(cursor, reading.log)
        default: breathing(cursor, reading.log).map(Exercise.Step.Action.breathe)
        }
    }

    private func listening(_ cursor: MappingCursor, _ log: FindingLog) -> Exercise.Step.Action? {
        if cursor.isMissing("for") {
            log.error(
                "`listen` needs `for`, such as `5 min`: how long it is heard", at: cursor.place(of: "listen"))
        }
        guard let sound = cursor.enumeration("listen", Exercise.Calm.self),
            let time = cursor.duration("for", in: Self.times)
        else { return nil }
        return .listen(sound.value, time.value)
    }

    private func breathing(_ cursor: MappingCursor, _ log: FindingLog) -> Breathing? {
        guard let nodes = cursor.sequence("breathe") else { return nil }
        let phases = nodes.value.prefix(Self.mostPhases).compactMap { phase($0, log) }
        if nodes.value.count > Self.mostPhases {
            log.error(
                "\(nodes.value.count) parts: a breath has at most \(Self.mostPhases); `rounds` says how often it comes",
                at: cursor.place(of: "breathe"))
        }
        // A part that is wrong has its finding.
        if phases.count == nodes.value.count {
            for kind in [Breathing.Phase.Kind.in, .out] where !phases.contains(where: { $0.kind == kind }) {
                log.error(
                    "a breath goes in and out: add `- \(kind.rawValue): 4 s`", at: cursor.place(of: "breathe")
                )
            }
        }
        let rounds = cursor.int("rounds", in: Self.rounds)
        let time = cursor.duration("for", in: Self.times)
        if cursor.has("rounds"), cursor.has("for") {
            log.error(
                "`rounds` and `for` both say how long it goes on: delete one", at: cursor.place(of: "for"))
        }
        if cursor.isMissing("rounds"), cursor.isMissing("for") {
            log.error(
                "this needs `for`, such as `5 min`, or `rounds`: how long it goes on",
                at: cursor.place(of: "breathe"))
        }
        let amount: Breathing.Amount =
            rounds.map { .rounds($0.value) } ?? .time(time?.value ?? Self.times.lowerBound)
        let breathing = Breathing(
            breath: phases, amount: amount, ramp: cursor.duration("ramp", in: Self.ramps)?.value ?? .zero,
            isSpoken: cursor.bool("words")?.value ?? true, pace: pace(cursor, log))
        if breathing.length > Self.times.upperBound {
            log.error(
                "that is \(StaffDuration.text(breathing.length)) of breathing: at most \(StaffDuration.text(Self.times.upperBound)) can be done at once, so write fewer `rounds`",
                at: cursor.place(of: "rounds"))
        }
        if breathing.ramp > breathing.length, let ramp = cursor.string("ramp") {
            log.error(
                "`ramp` is longer than the breathing itself, \(StaffDuration.text(breathing.length)): write a shorter one",
                at: ramp.range)
        }
        return breathing
    }

    /// `pace: [tone, pulses]`, or `[screen]`.
    private func pace(_ cursor: MappingCursor, _ log: FindingLog) -> Set<Breathing.Pace> {
        guard let words = cursor.strings("pace") else { return [.tone] }
        let known = Breathing.Pace.allCases.map(\.rawValue) + [Self.screenAlone]
        for word in words where !known.contains(word.value) {
            log.error(
                "`pace` cannot be `\(word.value)`: write `tone`, `pulses`, both as `[tone, pulses]`, or `screen`",
                at: word.range)
        }
        return Set(words.compactMap { Breathing.Pace(rawValue: $0.value) })
    }

    /// `in: 4 s`
    private func phase(_ node: StaffNode, _ log: FindingLog) -> Breathing.Phase? {
        let kinds = Breathing.Phase.Kind.allCases
        guard
            let cursor = MappingCursor(
                node, what: "a part of a breath", keys: kinds.map(\.rawValue), log: log)
        else { return nil }
        let present = kinds.filter { cursor.has($0.rawValue) }
        guard let kind = present.first else {
            if kinds.map(\.rawValue).allSatisfy(cursor.isMissing) {
                log.error(
                    "a part of a breath is `in`, `hold` or `out` with its time, such as `in: 4 s`",
                    at: cursor.range)
            }
            return nil
        }
        if present.count > 1 {
            log.error(
                "this has \(present.count) parts of a breath in one: begin each with `- `, so that their order is certain",
                at: cursor.range)
            return nil
        }
        return cursor.duration(kind.rawValue, in: Self.phases).map { Breathing.Phase(kind, $0.value) }
    }
}
