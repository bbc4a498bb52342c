import Synchronization

/// Results that follow from contents alone, such as a file's bytes, each kept until too many others have come.
///
/// Thread-safe; a result that two ask for at once may be worked out twice.
final class ContentResultCache<Content: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Key: Hashable {
        let name: String
        let contents: [Content]
    }

    private let entries = Mutex<[Key: Value]>([:])
    private let most: Int

    /// - Parameter most: How many results are kept; with one more, all begin anew.
    init(most: Int) { self.most = most }

    /// - Parameters:
    ///   - name: What it was, such as a file's path, where the result depends on that.
    ///   - work: Depends on nothing but the name and the contents.
    func value(of contents: [Content], named name: String, _ work: () -> Value) -> Value {
        let key = Key(name: name, contents: contents)
        if let known = entries.withLock({ $0[key] }) { return known }
        let value = work()
        entries.withLock { entries in
            if entries.count >= most { entries = [:] }
            entries[key] = value
        }
        return value
    }
}
