import Glibc

/// Brings mono samples of any rate to 48 kHz, piece by piece: a windowed sinc of 32 taps, its cutoff below the
/// lower of both Nyquist frequencies.
struct Resampler {
    private static let taps = 32
    private static let phases = 160

    /// Input samples for one output sample.
    private let step: Double
    private let table: [Float]
    /// The last inputs that outputs still need, oldest first.
    private var history: [Float]
    /// The next output's place, in inputs, counted from the history's start.
    private var position: Double
    private let isPassThrough: Bool

    init(from rate: Int) {
        step = Double(rate) / Double(SoundFormat.rate)
        isPassThrough = rate == SoundFormat.rate
        table = isPassThrough ? [] : Self.makeTable(cutoff: min(1, 1 / step) * 0.95)
        // Half a kernel of silence before the first input keeps the output aligned with it.
        history = [Float](repeating: 0, count: Self.taps / 2 - 1)
        position = 0
    }

    /// The outputs that can be made with these further inputs.
    mutating func process(_ input: some Sequence<Float>) -> [Int16] {
        if isPassThrough { return input.map(Self.sample) }
        history.append(contentsOf: input)
        var output: [Int16] = []
        output.reserveCapacity(Int(Double(history.count) / step) + 1)
        history.withUnsafeBufferPointer { history in
            table.withUnsafeBufferPointer { table in
                while Int(position) + Self.taps <= history.count {
                    let base = Int(position)
                    // The nearest of 160 phases: 22,050 → 48,000 Hz falls on them exactly but for rounding.
                    let phase = Int(((position - Double(base)) * Double(Self.phases)).rounded())
                    let row = phase * Self.taps
                    var sum: Float = 0
                    var tap = 0
                    while tap < Self.taps {
                        sum += history[base + tap] * table[row + tap]
                        tap += 1
                    }
                    output.append(Self.sample(sum))
                    position += step
                }
            }
        }
        let used = min(Int(position), history.count)
        history.removeFirst(used)
        position -= Double(used)
        return output
    }

    /// What is left when the input has ended.
    mutating func finish() -> [Int16] {
        isPassThrough ? [] : process(repeatElement(0, count: Self.taps / 2))
    }

    private static func sample(_ value: Float) -> Int16 { Int16(max(-32_768, min(32_767, value.rounded()))) }

    /// One row of taps per phase; the row after the last is the first of the next sample, for rounding up.
    private static func makeTable(cutoff: Double) -> [Float] {
        var table: [Float] = []
        table.reserveCapacity((phases + 1) * taps)
        for phase in 0...phases {
            let fraction = Double(phase) / Double(phases)
            let row = (0..<taps).map { tap in
                let distance = Double(tap - (taps / 2 - 1)) - fraction
                let x = distance * cutoff * .pi
                let sinc = x == 0 ? 1 : sin(x) / x
                let window =
                    0.42 + 0.5 * cos(2 * .pi * distance / Double(taps)) + 0.08
                    * cos(4 * .pi * distance / Double(taps))
                return sinc * window
            }
            let sum = row.reduce(0, +)
            table.append(contentsOf: row.map { Float($0 / sum) })
        }
        return table
    }
}
