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

    public var size = Size.normal
    public var theme = Theme.dark
    /// Whether nothing slides or fades.
    public var reducedMotion = false

    public init() {}

    enum CodingKeys: String, CodingKey {
        case size, theme
        case reducedMotion = "reduced_motion"
    }
}
