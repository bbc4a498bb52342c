import StaffFiles

/// What choosing costs in the mean, as programs read it.
struct MeanFigures: Encodable {
    var steps: Double
    var presses: Double
    var seconds: Double

    init(steps: Double, presses: Double, seconds: Double) {
        self.steps = ProgramJSON.rounded(steps)
        self.presses = ProgramJSON.rounded(presses)
        self.seconds = ProgramJSON.rounded(seconds)
    }

    init(_ mean: BoardBounds.Mean) {
        self.init(steps: mean.steps, presses: mean.presses, seconds: mean.seconds)
    }
}
