extension ZoneRules {
    /// A time without a change of the clocks.
    struct Span {
        /// Counted on through the repetitions of the 400 years.
        var index: Int
        /// Seconds east of Greenwich.
        var offset: Int32
        /// In UTC, and the end excluded.
        var start: Int64
        var end: Int64
        /// The local times that are meant by this span; the end excluded.
        var localStart: Int64
        var localEnd: Int64
        /// The offset of the span behind it; the same at the end of all times.
        var offsetAfter: Int32
    }

    func span(local seconds: Int64) -> Span {
        let (index, rounds) = Self.index(of: seconds, in: walls, cycle: cycle)
        return span(at: index + rounds * cycleCount)
    }

    func span(second: Int64) -> Span {
        let (index, rounds) = Self.index(of: second, in: starts, cycle: cycle)
        return span(at: index + rounds * cycleCount)
    }

    /// How many spans come again.
    private var cycleCount: Int { cycle.map { starts.count - $0 } ?? 0 }

    /// A span by its number, from zero on.
    func span(at number: Int) -> Span {
        let here = place(number)
        let next = number + 1
        let isLast = cycle == nil && next >= starts.count
        let there = isLast ? here : place(next)
        return Span(
            index: number, offset: offsets[here.index],
            start: starts[here.index] + here.shift,
            end: isLast ? Self.end : starts[there.index] + there.shift,
            localStart: walls[here.index] + here.shift,
            localEnd: isLast ? Self.end : walls[there.index] + there.shift,
            offsetAfter: offsets[there.index])
    }

    /// A span's index in the table, and how many seconds later it is than the table says.
    private func place(_ number: Int) -> (index: Int, shift: Int64) {
        guard number >= starts.count, let cycle, cycleCount > 0 else {
            return (min(number, starts.count - 1), 0)
        }
        let rounds = (number - cycle) / cycleCount
        return (number - rounds * cycleCount, Int64(rounds) * Self.cycleLength)
    }

    /// The last entry that is not after a time, found by halving; and how many times 400 years were taken off before.
    static func index(of time: Int64, in times: [Int64], cycle: Int?) -> (index: Int, rounds: Int) {
        var time = min(max(time, beginning), end)
        var rounds = 0
        if let cycle, time >= times[cycle] + cycleLength {
            rounds = Int((time - times[cycle]) / cycleLength)
            time -= Int64(rounds) * cycleLength
        }
        var low = 0
        var high = times.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle } else { high = middle }
        }
        return (low, rounds)
    }
}
