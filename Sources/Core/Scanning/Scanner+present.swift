/// The position of a scan.
public struct ScanPresence: Hashable, Sendable {
    public var item: ScanItem
    /// The id of its level.
    public var level: String
    /// Whether it is only read, before it is scanned.
    public var isPreview: Bool
}

extension Scanner {
    /// The item that is scanned now; `nil` at rest.
    public var present: ScanPresence? {
        guard !isResting, let place = places.last, place.level.items.indices.contains(place.index) else {
            return nil
        }
        return ScanPresence(item: place.item, level: place.level.id, isPreview: place.isPreview)
    }
}
