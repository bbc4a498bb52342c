import Care
import Foundation

extension Date {
    /// Milliseconds since 1970, as stored: the same number for a time before and after a round trip through
    /// JSON. Clamped to what JSON can hold.
    var milliseconds: Int64 { CareJSON.milliseconds(of: self) }

    /// Clamped likewise, whatever a row contains.
    init(milliseconds: Int64) {
        self = CareJSON.clamped(Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    }
}
