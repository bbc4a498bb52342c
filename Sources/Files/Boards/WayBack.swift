import Scanning
import StaffFiles

/// Whether there is a way back from every board that boards open.
///
/// An opened board lies on those that opened it, and "Go back" takes it away again: boards may open each other
/// in a circle. Without "Go back" a circle has no end, and no press leads out of it.
struct WayBack {
    let boards: [ReadBoard]
    let parameters: ScanParameters

    private var hasGoBack: Bool {
        switch (parameters.mode, parameters.backItem) {
        case (.direct, _), (_, .start), (_, .end): true
        case (.automatic, .none), (.inverse, .none), (.stepDwell, .none), (.step, .none): false
        }
    }

    func check() {
        guard !hasGoBack else { return }
        let byPath = Dictionary(boards.map { ($0.path, $0) }) { first, _ in first }
        for board in boards {
            for item in BoardChecks.flattened(board.items) {
                guard case .open(let target) = item.item.action, leads(from: target, to: board.path, byPath)
                else {
                    continue
                }
                board.log.error(
                    "from here the boards open each other in a circle without a way back: write `back_item: end` in beckon.yaml, or delete this item",
                    at: item.place(of: .open))
            }
        }
    }

    private func leads(from start: String, to end: String, _ byPath: [String: ReadBoard]) -> Bool {
        var seen: Set<String> = [start]
        var waiting = [start]
        while let path = waiting.popLast() {
            if path == end { return true }
            for item in BoardChecks.flattened(byPath[path]?.items ?? []) {
                if case .open(let next) = item.item.action, seen.insert(next).inserted {
                    waiting.append(next)
                }
            }
        }
        return false
    }
}
