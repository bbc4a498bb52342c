/// Gives what has the smallest bound first; equal ones in the order in which they came.
struct BoundQueue<Element> {
    private var heap: [(element: Element, bound: Double, number: Int)] = []
    private var added = 0

    mutating func add(_ element: Element, _ bound: Double) {
        added += 1
        heap.append((element, bound, added))
        var child = heap.count - 1
        while child > 0, precedes(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func next() -> (element: Element, bound: Double)? {
        guard !heap.isEmpty else { return nil }
        heap.swapAt(0, heap.count - 1)
        let last = heap.removeLast()
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
            guard let least = children.min(by: { precedes($0, $1) }), precedes(least, parent) else { break }
            heap.swapAt(parent, least)
            parent = least
        }
        return (last.element, last.bound)
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        (heap[left].bound, heap[left].number) < (heap[right].bound, heap[right].number)
    }
}
