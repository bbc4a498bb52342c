import Care
import Foundation

extension Date {
    /// Milliseconds since 1970, as stored: the same number for a time before and after it went through JSON.
    /// Within what can be written as JSON, whatever a clock says.
    var milliseconds: Int64 { CareJSON.milliseconds(of: self) }

    /// Likewise, whatever stands in a row.
    init(milliseconds: Int64) {
        self = CareJSON.clamped(Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    }
}

extension Duration {
    /// Whole milliseconds, rounded towards zero.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
