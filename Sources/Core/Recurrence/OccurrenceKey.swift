/// Which occurrence of a routine is meant, for ever: the local start that its rule gave it, and the zone.
///
/// Never a UTC instant: a state may change its clocks after a caregiver has ticked off next summer's dose, and the tick
/// must stay on that dose. Written as `2026-03-28T02:30:00[Europe/Berlin]`.
///
/// What repeats as elapsed time (every six hours) can show the same local time twice when the clocks go back. Such
/// occurrences carry the offset too: `2026-10-25T02:30:00+02:00[Europe/Berlin]`.
public struct OccurrenceKey: Hashable, Sendable {
    public var local: WallTime
    /// Seconds east of Greenwich; only for what repeats as elapsed time.
    public var offset: Int?
    /// An IANA name, `Europe/Berlin`.
    public var zone: String

    public init(_ local: WallTime, offset: Int? = nil, zone: String) {
        self.local = local
        self.offset = offset
        self.zone = zone
    }

    /// The occurrence with the same local start in another zone: what it is called once its routine goes by that zone. What
    /// repeats as elapsed time has instants, and keeps its name.
    public func inZone(_ zone: String) -> OccurrenceKey {
        offset == nil ? OccurrenceKey(local, zone: zone) : self
    }
}

extension OccurrenceKey: LosslessStringConvertible, Codable {
    public var description: String { "\(local)\(offset.map(ZoneOffset.text) ?? "")[\(zone)]" }

    /// Reads what `description` writes; `nil` for anything else.
    public init?(_ text: String) {
        guard text.hasSuffix("]"), let bracket = text.firstIndex(of: "["), text.utf8.count <= 200 else {
            return nil
        }
        let zone = text[text.index(after: bracket)...].dropLast()
        guard ZoneRules.isWellFormed(String(zone)) else { return nil }
        let time = text[..<bracket]
        guard let local = WallTime(String(time.prefix(19))), time.utf8.count >= 19 else { return nil }
        var offset: Int?
        if time.utf8.count > 19 {
            guard let seconds = ZoneOffset.seconds(String(time.dropFirst(19))) else { return nil }
            offset = seconds
        }
        self.init(local, offset: offset, zone: String(zone))
    }

    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("an occurrence such as 2026-03-28T02:30:00[Europe/Berlin]")
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encodeText(description) }
}

/// Seconds east of Greenwich, as text.
public enum ZoneOffset {
    /// `+01:00`, `-03:30`; with seconds only where there are some, as before clocks were agreed on: `+00:53:28`.
    public static func text(_ seconds: Int) -> String {
        let size = abs(seconds)
        let rest = size % 60 == 0 ? "" : ":" + padded(size % 60, 2)
        return "\(seconds < 0 ? "-" : "+")\(padded(size / 3600, 2)):\(padded(size / 60 % 60, 2))\(rest)"
    }

    /// Reads what `text` writes, below 100 hours; `nil` for anything else.
    static func seconds(_ text: String) -> Int? {
        var digits = DigitReader(text)
        let isWest = digits.skip("-")
        guard isWest || digits.skip("+"), let hours = digits.number(2), digits.skip(":"),
            let minutes = digits.number(2), minutes < 60
        else { return nil }
        var seconds = 0
        if digits.skip(":") {
            guard let number = digits.number(2), number < 60 else { return nil }
            seconds = number
        }
        guard digits.isAtEnd else { return nil }
        return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
    }
}
