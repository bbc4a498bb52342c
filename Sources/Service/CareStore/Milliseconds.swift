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
