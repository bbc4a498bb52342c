import Care
import Foundation

/// Addresses that a provider names.
enum EndpointAddress {
    /// Longest that is taken, bytes.
    private static let longest = 2000

    /// `nil` unless it is https, or http on this machine, without a name, a password or a fragment in it.
    static func url(_ text: String) -> URL? {
        let start = text.prefix(8).lowercased()
        guard text.utf8.count <= longest, start == "https://" || start.hasPrefix("http://"),
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") })
        else { return nil }
        do throws(PlatformAddress.Problem) { return try PlatformAddress.url(text) } catch { return nil }
    }
}
