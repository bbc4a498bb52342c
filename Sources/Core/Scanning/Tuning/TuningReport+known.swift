import Wording

extension TuningReport {
    /// A line of a table.
    typealias Row = (name: Text, count: Text, meaning: Text)

    /// What is known of how the person presses: a word, its value, and what it means; empty where nothing is known.
    var knownRows: [Row] {
        guard let known else { return [] }
        let span = Text(
            "tune.known_from_to",
            [
                "from": TuningWords.seconds(known.span.lowerBound),
                "to": TuningWords.seconds(known.span.upperBound),
            ])
        let missed = Text("tune.known_of_100", ["rate": TuningWords.rate(known.missed * 100)])
        let accidents = Text("tune.known_an_hour", ["rate": TuningWords.rate(known.accidents)])
        let model: [Row] = [
            (Text("tune.known_mean"), Self.seconds(known.mean), Text("tune.known_mean_means")),
            (Text("tune.known_span"), span, Text("tune.known_span_means")),
            (Text("tune.known_missed"), missed, Text("tune.known_missed_means")),
            (Text("tune.known_accidents"), accidents, Text("tune.known_accidents_means")),
        ]
        let verdicts = known.verdicts
        guard verdicts.all > 0 else { return model }
        func of(_ count: Int) -> Text {
            Text("tune.known_of_last", ["count": .number(count), "all": .number(verdicts.all)])
        }
        let dealtWith: [Row] = [
            (Text("tune.known_chosen"), of(verdicts.chosen), Text("tune.known_chosen_means")),
            (Text("tune.known_asked"), of(verdicts.asked), Text("tune.known_asked_means")),
            (Text("tune.known_passed"), of(verdicts.passed), Text("tune.known_passed_means")),
        ]
        return model + dealtWith
    }

    private static func seconds(_ seconds: Double) -> Text {
        Text("tune.seconds", ["seconds": .decimal(seconds, places: 2)])
    }

    /// How much it is learnt from, and whether presses are weighed by it; `nil` where nothing is known.
    var knownSummary: Text? {
        guard let known else { return nil }
        let learnt =
            known.isEnough
            ? Text("tune.known_enough", count: known.count)
            : Text("tune.known_too_few", count: known.count, ["needed": .number(known.needed)])
        guard parameters.pressEvidence == .off else { return learnt }
        return .joined([learnt, Text("tune.known_off")], separator: " ")
    }
}
