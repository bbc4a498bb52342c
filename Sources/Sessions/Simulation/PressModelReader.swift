public import StaffFiles

/// Reads the file of a person's own model.
///
/// ```yaml
/// name: maria
/// reaction: { mean: 1.2 s, sd: 300 ms, distribution: log_normal }
/// hold: { mean: 200 ms, sd: 50 ms }
/// false_presses: 0.01     # a second
/// missed: 0.05            # of one
/// tremor_touches: 0.3     # after each press
/// second_reaction: { part: 0.3, mean: 2 s, sd: 200 ms }
/// from_word_begin: { part: 0.5, mean: 600 ms, sd: 100 ms }
/// beat: 700 ms
/// fatigue: 0.3            # of the reaction, in four hours
/// learning: 0.5           # of the reaction, at first
/// change: { after_needs: 200, mean: 1.6 s, sd: 200 ms }
/// ```
public enum PressModelReader {
    /// Reads the bytes of the file.
    ///
    /// - Returns: The model, or `nil` if there is any error; and the findings.
    public static func read(_ bytes: [UInt8], file: String) -> (model: PressModel?, findings: [Finding]) {
        let (root, log) = StaffFile.read(bytes, file: file)
        var model: PressModel?
        if let root,
            let cursor = MappingCursor(
                root, what: "a model",
                keys: [
                    "name", "reaction", "hold", "false_presses", "missed", "tremor_touches",
                    "second_reaction",
                    "from_word_begin", "beat", "fatigue", "learning", "change",
                ], log: log)
        {
            model = read(cursor)
        } else if root == nil, !log.findings.hasErrors {
            log.error("a model needs `reaction`: how long the person takes to press", at: .start)
        }
        let findings = log.findings.sorted
        return (findings.hasErrors ? nil : model, findings)
    }

    private static func read(_ cursor: MappingCursor) -> PressModel? {
        cursor.require("reaction", because: "how long the person takes to press")
        var model = PressModel(name: "own", reaction: PressModel.exact.reaction)
        if let name = cursor.string("name") { model.name = name.value }
        read(cursor, "reaction", PressModel.Limits.reaction, into: &model.reaction)
        read(cursor, "hold", PressModel.Limits.hold, into: &model.hold)
        if let value = cursor.number("false_presses", in: PressModel.Limits.falsePresses) {
            model.falsePresses = value.value
        }
        if let value = cursor.number("missed", in: PressModel.Limits.missed) { model.missed = value.value }
        if let value = cursor.number("tremor_touches", in: PressModel.Limits.tremorTouches) {
            model.tremorTouches = value.value
        }
        model.secondReaction = readPart(cursor, "second_reaction")
        model.fromWordBegin = readPart(cursor, "from_word_begin")
        if let beat = cursor.duration("beat", in: PressModel.Limits.beat) {
            model.beat = beat.value / .seconds(1)
        }
        if let value = cursor.number("fatigue", in: PressModel.Limits.growth) { model.fatigue = value.value }
        if let value = cursor.number("learning", in: PressModel.Limits.growth) {
            model.learning = value.value
        }
        model.change = readChange(cursor)
        return model
    }

    private static func read(
        _ cursor: MappingCursor, _ key: String, _ limits: ClosedRange<Duration>,
        into spread: inout PressModel.Spread
    ) {
        guard cursor.has(key),
            let inner = cursor.mapping(key, what: "`\(key)`", keys: spreadKeys)
        else { return }
        read(inner, limits, into: &spread)
    }

    private static let spreadKeys = ["mean", "sd", "distribution"]

    /// A time that only a part of the presses have.
    private static func readPart(_ cursor: MappingCursor, _ key: String) -> PressModel.Part? {
        guard cursor.has(key),
            let inner = cursor.mapping(key, what: "`\(key)`", keys: ["part"] + spreadKeys)
        else { return nil }
        inner.require("part", because: "how many of the presses, such as `0.3`")
        var part = PressModel.Part(part: 0, spread: .init(mean: 0, deviation: 0))
        if let value = inner.number("part", in: PressModel.Limits.part) { part.part = value.value }
        read(inner, PressModel.Limits.reaction, into: &part.spread)
        return part
    }

    private static func readChange(_ cursor: MappingCursor) -> PressModel.Change? {
        guard cursor.has("change"),
            let inner = cursor.mapping("change", what: "`change`", keys: ["after_needs"] + spreadKeys)
        else { return nil }
        inner.require("after_needs", because: "how many needs have ended by then, such as `200`")
        var change = PressModel.Change(afterNeeds: 0, reaction: .init(mean: 0, deviation: 0))
        if let needs = inner.int("after_needs", in: PressModel.Limits.needs) {
            change.afterNeeds = needs.value
        }
        read(inner, PressModel.Limits.reaction, into: &change.reaction)
        return change
    }

    private static func read(
        _ inner: MappingCursor, _ limits: ClosedRange<Duration>, into spread: inout PressModel.Spread
    ) {
        inner.require("mean", because: "a duration such as `1.2 s`")
        if let mean = inner.duration("mean", in: limits) { spread.mean = mean.value / .seconds(1) }
        if let deviation = inner.duration("sd", in: PressModel.Limits.deviation) {
            spread.deviation = deviation.value / .seconds(1)
        }
        if let shape = inner.enumeration("distribution", PressModel.Spread.Distribution.self) {
            spread.distribution = shape.value
        }
    }
}
