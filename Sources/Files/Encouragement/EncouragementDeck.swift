/// What somebody has heard of one store, so that nothing comes again before all has been heard.
public struct EncouragementDeck: Equatable, Sendable, Codable {
    /// The ids of what was heard, the latest last.
    public private(set) var heard: [String]
    public private(set) var favourites: Set<String>

    public init(heard: [String] = [], favourites: Set<String> = []) {
        self.heard = heard
        self.favourites = favourites
    }

    /// Which items may come.
    public struct Choice: Equatable, Sendable {
        /// Nothing of only these comes, unless it is asked for by its category.
        public var off: Set<String>
        /// Only of this one; `nil` for all.
        public var category: String?
        public var isFavourite: Bool

        public init(
            off: Set<String> = EncouragementStore.offAtFirst, category: String? = nil,
            isFavourite: Bool = false
        ) {
            self.off = off
            self.category = category
            self.isFavourite = isFavourite
        }
    }

    /// Takes another one: by chance one of those that were not heard, and when all were, one of those that were heard longest ago.
    ///
    /// - Parameter chance: A number by chance.
    /// - Returns: `nil` if nothing may come.
    public mutating func next(
        of items: [Encouragement], _ choice: Choice = Choice(), chance: UInt64
    ) -> Encouragement? {
        let may = items.filter { allows($0, choice) }
        guard !may.isEmpty else { return nil }
        // Of what has left the store nothing is kept.
        let known = Set(items.map(\.id))
        heard.removeAll { !known.contains($0) }
        var fresh = may.filter { !heard.contains($0.id) }
        if fresh.isEmpty {
            let ids = Set(may.map(\.id))
            let last = heard.last { ids.contains($0) }
            heard.removeAll { ids.contains($0) }
            // The one that was heard last does not come again at once.
            fresh = may.count > 1 ? may.filter { $0.id != last } : may
        }
        let found = fresh[Int(chance % UInt64(fresh.count))]
        heard.append(found.id)
        return found
    }

    public mutating func setFavourite(_ id: String, _ isFavourite: Bool) {
        if isFavourite { favourites.insert(id) } else { favourites.remove(id) }
    }

    private func allows(_ item: Encouragement, _ choice: Choice) -> Bool {
        if choice.isFavourite, !favourites.contains(item.id) { return false }
        if let category = choice.category { return item.categories.contains(category) }
        return item.categories.contains { !choice.off.contains($0) }
    }
}
