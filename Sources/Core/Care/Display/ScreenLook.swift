import Recurrence

/// How the client's screen looks, as `beckon.yaml` says.
public struct ScreenLook: Codable, Sendable, Equatable {
    public enum Size: String, Codable, Sendable, CaseIterable {
        case normal, large, huge
    }

    public enum Theme: String, Codable, Sendable, CaseIterable {
        /// Light words on black: nothing glares at night.
        case dark
        case light
        /// Yellow and white on black, thick lines: for low vision.
        case contrast
    }

    public enum Layout: String, Codable, Sendable, CaseIterable {
        /// Cards that fill the screen.
        case cards
        /// Each group is a horizontal strip; all of them are under each other.
        case strips
    }

    public var size = Size.normal
    public var theme = Theme.dark
    /// Whether nothing slides or fades.
    public var reducedMotion = false
    /// Missing: cards. Older kiosks do not say it.
    public var layout: Layout?
    /// In percent of the screen's own brightness, 10–100; missing: 100.
    public var dayBrightness: Int?
    public var nightBrightness: Int?
    /// When night begins and ends, by the browser's clock, e.g. `21:00`; missing: there is none.
    public var nightFrom: String?
    public var nightUntil: String?

    public init() {}

    /// What a home has that says nothing of it.
    public static let standard: ScreenLook = {
        var look = ScreenLook()
        (look.dayBrightness, look.nightBrightness) = (100, 60)
        (look.nightFrom, look.nightUntil) = ("21:00", "07:00")
        return look
    }()

    /// Whether night can begin or end then: four digits, `07:00`.
    public static func isTimeOfDay(_ text: String) -> Bool {
        text.utf8.count == 5 && WallTime("2000-01-01T\(text):00") != nil
    }

    enum CodingKeys: String, CodingKey {
        case size, theme, layout
        case reducedMotion = "reduced_motion"
        case dayBrightness = "day_brightness"
        case nightBrightness = "night_brightness"
        case nightFrom = "night_from"
        case nightUntil = "night_until"
    }
}
