public import Scanning

/// A few moves that make a board quicker for the person who uses it.
///
/// People learn places, so few moves that save much are better than the best of all orders: moves are chosen one after the
/// other, each with a look at what could follow it, and what saves less than a hundredth is left out.
public struct BoardSuggestion: Equatable, Sendable {
    /// What staff allow.
    public struct Limits: Equatable, Sendable {
        /// At most so many.
        public var moves: Int
        public var groups: Groups

        /// What may become of the groups.
        public enum Groups: String, CaseIterable, Sendable {
            /// Every item stays in its group: only the order changes.
            case keep
            /// An item may come out of its group, to where the group stands.
            case leave
            /// An item may also go into any group beside it, whatever else is in it: somebody has to look whether it
            /// would be found there.
            case any
        }

        public init(moves: Int = 5, groups: Groups = .leave) {
            self.moves = moves
            self.groups = groups
        }
    }

    /// A move and what it saves when those before it are made.
    public struct Step: Equatable, Sendable {
        public var move: BoardMove
        /// The board's items before the move.
        public var before: [BoardItem]
        /// A need's mean before and after.
        public var from: BoardBounds.Mean
        public var to: BoardBounds.Mean

        public var savedSeconds: Double { from.seconds - to.seconds }
        public var savedSteps: Double { from.steps - to.steps }
    }

    /// What saves most first, as far as one does not need another.
    public var steps: [Step]
    public var before: BoardBounds.Mean
    public var after: BoardBounds.Mean
    /// The boards with all moves made.
    public var boards: BoardSet

    /// `nil` where nothing of the board is ever chosen.
    ///
    /// - Parameter use: How often each need was asked; `nil` if all shall count alike.
    public init?(
        for boards: BoardSet, parameters: ScanParameters, assumptions: CostAssumptions = CostAssumptions(),
        use: BoardUse? = nil, limits: Limits = Limits()
    ) {
        let search = MoveSearch(
            boards: boards, parameters: parameters, assumptions: assumptions,
            weights: use?.weights(for: boards), groups: limits.groups)
        guard let search, let start = search.start else { return nil }
        steps = search.sorted(search.moves(limit: limits.moves))
        before = start.mean
        after = steps.last?.to ?? start.mean
        var changed = boards
        if let last = steps.last, let items = last.move.applied(to: last.before) {
            changed.boards[boards.start]?.items = items
        }
        self.boards = changed
    }
}
