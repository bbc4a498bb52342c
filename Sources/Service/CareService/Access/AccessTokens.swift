public import Care

/// The secrets by which kiosk and station show who they are.
public struct AccessTokens: Sendable, Equatable {
    public let kiosk: String
    public let station: String

    public init(kiosk: String, station: String) {
        self.kiosk = kiosk
        self.station = station
    }

    /// The role a token belongs to. Takes the same time whichever byte is wrong, so that nobody can guess
    /// byte by byte.
    public func actor(of presented: String) -> Actor? {
        let isKiosk = Secrets.matches(presented.utf8, kiosk.utf8)
        let isStation = Secrets.matches(presented.utf8, station.utf8)
        if isKiosk { return .kiosk }
        return isStation ? .station : nil
    }
}
