/// What comes next in the world around the store.
struct Heap<Element> {
    private var items: [(at: Int64, number: Int, element: Element)] = []
    private var count = 0

    var next: Int64? { items.first?.at }

    /// Of the same moment, the first added comes first.
    mutating func add(_ element: Element, at: Int64) {
        count += 1
        items.append((at, count, element))
        var child = items.count - 1
        while child > 0, isBefore(child, (child - 1) / 2) {
            items.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func take(upTo now: Int64) -> Element? {
        guard let first = items.first, first.at <= now else { return nil }
        items.swapAt(0, items.count - 1)
        items.removeLast()
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < items.count }
            guard let child = children.min(by: { isBefore($0, $1) }), isBefore(child, parent) else { break }
            items.swapAt(child, parent)
            parent = child
        }
        return first.element
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        (items[left].at, items[left].number) < (items[right].at, items[right].number)
    }
}
