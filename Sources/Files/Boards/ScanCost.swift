/// What it costs to choose something, from rest, for a person who makes no mistake.
public struct ScanCost: Equatable, Sendable {
    /// Items that are offered, the chosen ones included: on every level.
    public var steps: Int
    /// Presses, the one that wakes the kiosk included.
    public var presses: Int
    /// From the waking press to the last one.
    public var time: Duration

    public init(steps: Int, presses: Int, time: Duration) {
        self.steps = steps
        self.presses = presses
        self.time = time
    }

    /// In seconds, for tables.
    public var seconds: Double {
        Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }
}

/// What is assumed of voices and person when costs are computed.
public struct CostAssumptions {
    /// How long a text takes to say.
    public var cueDuration: (_ text: String, _ language: String) -> Duration
    /// What scanning says for a group, e.g. "Drinks, 4 items" (`speak_count`).
    public var groupCue: (_ cue: String, _ count: Int) -> String
    /// What it says of what is in a group, e.g. "Drinks: Water, Tea, Coffee" (`speak_group_content`); `inside` are the
    /// first three.
    public var contentCue: (_ cue: String, _ inside: [String]) -> String = { cue, inside in
        cue + ": " + inside.joined(separator: ", ")
    }
    /// What it says for a row of the grid, e.g. "Row 2: Tea"; `first` is the cue of the row's first item.
    public var rowCue: (_ first: String, _ row: Int, _ count: Int) -> String = { first, row, _ in
        "Row \(row): \(first)"
    }
    /// What it says with the place, e.g. "Tea, 2 of 6" (`speak_position`).
    public var positionCue: (_ cue: String, _ position: Int, _ count: Int) -> String = {
        cue, position, count in
        "\(cue), \(position) of \(count)"
    }
    /// What it says for the way back.
    public var goBack: String
    /// What the first choice of "are you sure" says.
    public var confirmYes: String
    /// When the person acts, as a part of `scan_time`. A scan time that fits its person is the time that they need
    /// to press divided by 0.65 (Simpson, Koester, LoPresti 2006).
    public var reaction = 0.65

    public init(
        cueDuration: @escaping (_ text: String, _ language: String) -> Duration = SpeechEstimate.duration,
        groupCue: @escaping (_ cue: String, _ count: Int) -> String = { "\($0), \($1)" },
        goBack: String = "Go back", confirmYes: String = "Yes"
    ) {
        self.cueDuration = cueDuration
        self.groupCue = groupCue
        self.goBack = goBack
        self.confirmYes = confirmYes
    }
}
