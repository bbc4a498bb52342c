import Synchronization

/// How many forms with files are read at a time: each is kept whole until it is complete, and may have 16 MiB.
final class UploadBudget: Sendable {
    /// Of one person, and of all together.
    private let each: Int
    private let all: Int

    private let open = Mutex<[String: Int]>([:])

    /// A phone sends one, and a second one where its answer was not waited for.
    init(each: Int = 2, all: Int = 8) { (self.each, self.all) = (each, all) }

    /// Takes a place; `false` where there is none.
    func begin(_ person: String) -> Bool {
        open.withLock { open in
            guard open[person, default: 0] < each, open.values.reduce(0, +) < all else {
                return false
            }
            open[person, default: 0] += 1
            return true
        }
    }

    func end(_ person: String) {
        open.withLock { open in
            let left = (open[person] ?? 0) - 1
            open[person] = left > 0 ? left : nil
        }
    }
}
