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
    /// What scanning says for a group, e.g. "Drinks, 4 items".
    public var groupCue: (_ cue: String, _ count: Int) -> String
    /// What scanning says for the way back.
    public var goBack: String
    /// What the first choice of "are you sure" says.
    public var confirmYes: String
    /// When the person presses, as a part of the response gap. A scan time that fits its person is the time
    /// that they need to press divided by 0.65 (Simpson, Koester, LoPresti 2006).
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
