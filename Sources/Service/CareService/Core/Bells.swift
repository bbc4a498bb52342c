import RealTime

/// Bells that are rung together, each for a task of its own.
struct Bells: Sendable {
    let each: [Bell]

    init(_ count: Int) { each = (0..<count).map { _ in Bell() } }

    /// Callable from any thread.
    func ring() { for bell in each { bell.ring() } }
}
