public import Care

/// The secrets by which kiosk and station show who they are.
public struct AccessTokens: Sendable, Equatable {
    public let kiosk: String
    public let station: String

    public init(kiosk: String, station: String) {
        self.kiosk = kiosk
        self.station = station
    }

    /// Whose token this is. Takes the same time whichever byte is wrong, so that nobody can guess byte by byte.
    public func actor(of presented: String) -> Actor? {
        let presented = Array(presented.utf8)
        let isKiosk = Self.matches(presented, Array(kiosk.utf8))
        let isStation = Self.matches(presented, Array(station.utf8))
        if isKiosk { return .kiosk }
        return isStation ? .station : nil
    }

    private static func matches(_ presented: [UInt8], _ secret: [UInt8]) -> Bool {
        // An empty secret would let everybody in.
        guard presented.count == secret.count, !secret.isEmpty else { return false }
        return zip(presented, secret).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
