import Care
import Wording

extension CourseworkTally {
    /// What the last reading came to: how much was read, and what became of it, without what there was none of.
    var now: [Text] {
        [Text("school.tally_read", count: read)]
            + Self.words([
                ("open", open), ("settled", settled), ("done", done), ("over", over), ("later", later),
                ("waiting", waiting), ("others", others), ("unreadable", unreadable),
            ])
    }

    /// What has come since the place was added, without what there was none of.
    var since: [Text] {
        Self.words([
            ("made", made), ("done_there", doneThere), ("done_here", doneHere), ("changed", changed),
            ("withdrawn", withdrawn), ("deleted", deleted),
        ])
    }

    private static func words(_ counts: [(name: String, count: Int)]) -> [Text] {
        counts.filter { $0.count > 0 }.map { Text("school.tally_\($0.name)", count: $0.count) }
    }
}
