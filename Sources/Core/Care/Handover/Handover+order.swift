/// In which order a handover is read and heard.
extension Handover {
    /// Urgent ones first, otherwise in their order.
    public static func foremost<Thing>(_ things: [Thing], by priority: KeyPath<Thing, Priority>) -> [Thing] {
        Priority.allCases.sorted(by: >).flatMap { one in things.filter { $0[keyPath: priority] == one } }
    }

    /// What is missed day after day is one item, which has all its times: by client and title, in the order of the first of each.
    public static func groups(of entries: [HandoverOccurrence]) -> [[HandoverOccurrence]] {
        var order: [[String]] = []
        var groups: [[String]: [HandoverOccurrence]] = [:]
        for entry in entries {
            let thing = [entry.occurrence.client, entry.occurrence.title]
            if groups[thing] == nil { order.append(thing) }
            groups[thing, default: []].append(entry)
        }
        return order.compactMap { groups[$0] }
    }
}
