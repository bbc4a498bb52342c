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
                keys: ["name", "reaction", "hold", "false_presses", "missed", "tremor_touches"], log: log)
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
        return model
    }

    private static func read(
        _ cursor: MappingCursor, _ key: String, _ limits: ClosedRange<Duration>,
        into spread: inout PressModel.Spread
    ) {
        guard cursor.has(key),
            let inner = cursor.mapping(key, what: "`\(key)`", keys: ["mean", "sd", "distribution"])
        else { return }
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
