import Scanning
import Time

/// How many presses the filter makes of the edges on standard input, and would click for.
func countPresses(ignoreRepeat: Duration) -> Int {
    var parameters = ScanParameters()
    parameters.ignoreRepeat = ignoreRepeat
    var filter = SwitchFilter(parameters: parameters, stuckAfter: .seconds(20))
    var presses = 0
    while let line = readLine() {
        let numbers = line.split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 2 else { continue }
        let edge = SwitchEdge(
            role: .select, source: .init(device: 1, key: 1), direction: numbers[1] == 1 ? .press : .release,
            at: Instant(nanoseconds: numbers[0] * 1000))
        for case .press in filter.handle(edge) { presses += 1 }
    }
    return presses
}
