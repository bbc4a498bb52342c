import Care
import Foundation

/// What stands in the address of a feed: its id and when it was made, with a code that only this home can make of them. Whoever has it reads
/// what the feed's owner may see. An address that has ended never comes back: one with the same id is made at another time.
enum FeedToken {
    /// The id and the time, bytes.
    private static let contentLength = MemoryLayout<uuid_t>.size + MemoryLayout<Int64>.size
    /// Characters.
    static let length = KeyedToken.length(of: contentLength)

    /// What a token tells.
    struct Content: Equatable {
        let id: UUID
        /// Seconds since 1970.
        let madeAt: Int64
    }

    static func make(of feed: FeedLink, key: String) -> String {
        let time = withUnsafeBytes(of: seconds(feed.madeAt).bigEndian) { Data($0) }
        return KeyedToken.make(of: feed.id.bytes + time, for: .feed, key: key)
    }

    /// `nil` where this home has not made the token.
    static func content(_ token: String, key: String) -> Content? {
        KeyedToken.content(of: token, contentLength, for: .feed, key: key).map { bytes in
            let time = bytes.dropFirst(MemoryLayout<uuid_t>.size)
            return Content(
                id: UUID(bytes: bytes),
                madeAt: Int64(
                    bigEndian: Data(time).withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }))
        }
    }

    /// Whole seconds, which are the same however a time is stored.
    static func seconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970.rounded()) }
}
