public import Care

extension EncouragementDeck {
    /// Which items may come.
    public struct Choice: Equatable, Sendable {
        /// Nothing of only these comes, unless it is asked for by its category.
        public var off: Set<String>
        /// Only of this one; `nil` for both.
        public var kind: EncouragementKind?
        /// Only of this one; `nil` for all.
        public var category: String?
        public var isFavourite: Bool

        public init(
            off: Set<String> = EncouragementStore.offAtFirst, kind: EncouragementKind? = nil,
            category: String? = nil, isFavourite: Bool = false
        ) {
            self.off = off
            self.kind = kind
            self.category = category
            self.isFavourite = isFavourite
        }
    }

    /// Takes another one, which counts as heard.
    ///
    /// - Parameter chance: A number by chance.
    /// - Returns: `nil` if nothing may come.
    public mutating func next(
        of items: [Encouragement], _ choice: Choice = Choice(), chance: UInt64
    ) -> Encouragement? {
        let key = take(among: keys(items, choice), chance: chance)
        return items.first { $0.key == key }
    }

    /// What a day has where nothing was said of itself: the same all day, and another one tomorrow. It does not count as heard.
    ///
    /// - Parameter day: Since 1970-01-01.
    public func ofDay(_ day: Int, _ items: [Encouragement], _ choice: Choice) -> Encouragement? {
        let may = items.filter { allows($0, choice) }
        return may.isEmpty ? nil : may[((day % may.count) + may.count) % may.count]
    }

    /// The keys of what may come.
    public func keys(_ items: [Encouragement], _ choice: Choice) -> [String] {
        items.filter { allows($0, choice) }.map(\.key)
    }

    private func allows(_ item: Encouragement, _ choice: Choice) -> Bool {
        if let kind = choice.kind, item.kind != kind { return false }
        // Whoever has kept it wants to hear it.
        if choice.isFavourite { return isFavourite(item.key) }
        if let category = choice.category { return item.categories.contains(category) }
        return item.categories.contains { !choice.off.contains($0) }
    }
}
