/// How long an answer is waited for.
public enum Patience {
    /// What the body comes to; `nil` where it takes longer, and is then cancelled. Returns when the body has ended.
    ///
    /// Cancelled itself, it cancels the body, and gives what comes first: the body's value, or `nil`.
    public static func within<Value: Sendable>(
        _ limit: Duration, _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask {
                // Cancelled with whoever waits, it ends that at once.
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
