/// How much of the history is of each kind of need: the answer to `GET /history/kinds`.
public struct HistoryKinds: Codable, Sendable, Equatable {
    /// Lines of one kind.
    public struct Count: Codable, Sendable, Equatable {
        /// Absent for what nobody has said the kind of.
        public var kind: NeedKind?
        /// What was asked.
        public var requests: Int
        /// What was done and written down about what is planned.
        public var entries: Int

        public init(kind: NeedKind?, requests: Int, entries: Int) {
            self.kind = kind
            self.requests = requests
            self.entries = entries
        }
    }

    /// Only kinds of which there is something; those that every home knows first, without a kind last.
    public var kinds: [Count]

    public init(kinds: [Count]) { self.kinds = kinds }
}
