/// One change of a zone's clocks.
public struct ZoneChange: Hashable, Sendable {
    /// When it is, in seconds since 1970.
    public var second: Int64
    /// Seconds east of Greenwich until then, and from then on.
    public var before: Int
    public var after: Int

    /// What the clocks would show then without it.
    public var local: WallTime { WallTime(clamping: second + Int64(before)) }
}

extension ZoneRules {
    /// All changes of the clocks from a second since 1970 on until before another, in order.
    public func changes(from start: Int64, until end: Int64) -> [ZoneChange] {
        var found: [ZoneChange] = []
        var span = span(second: start - 1)
        while span.end < min(end, Self.end) {
            if span.offset != span.offsetAfter, span.end >= start {
                found.append(
                    ZoneChange(second: span.end, before: Int(span.offset), after: Int(span.offsetAfter)))
            }
            span = self.span(at: span.index + 1)
        }
        return found
    }

    /// From when on the clocks are changed by the same rules every year, in seconds since 1970; `nil`: from the last change on they stay.
    public var yearlyFrom: Int64? { cycle.map { starts[$0] } }
}
