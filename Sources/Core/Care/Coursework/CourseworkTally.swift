/// What became of the tasks of one place, for those who set it up.
///
/// The first numbers are of the last reading, and are together what was found in it; the others count from when the place was added.
public struct CourseworkTally: Codable, Sendable, Equatable {
    /// Are goals that are open.
    public var open = 0
    /// Were goals, and are settled: done, deleted, or the client's own now.
    public var settled = 0
    /// Were done there before they became goals.
    public var done = 0
    /// Were over before they became goals.
    public var over = 0
    /// Become goals later, as their time comes nearer.
    public var later = 0
    /// Wait until others are done: there is room for so many only.
    public var waiting = 0
    /// Are no tasks, have no deadline, or were put aside there.
    public var others = 0
    /// Could not be read.
    public var unreadable = 0

    /// Became goals.
    public var made = 0
    /// Were done there, and so here.
    public var doneThere = 0
    /// Were done here first.
    public var doneHere = 0
    /// Followed a change there; each change counts.
    public var changed = 0
    /// Were taken away, because they had gone there.
    public var withdrawn = 0
    /// Were deleted here.
    public var deleted = 0

    public init() {}

    /// How many things the last reading came across.
    public var read: Int { open + settled + done + over + later + waiting + others + unreadable }

    /// The numbers that count on from an earlier one.
    public mutating func goOn(from earlier: CourseworkTally) {
        made += earlier.made
        doneThere += earlier.doneThere
        doneHere += earlier.doneHere
        changed += earlier.changed
        withdrawn += earlier.withdrawn
        deleted += earlier.deleted
    }

    enum CodingKeys: String, CodingKey {
        case open, settled, done, over, later, waiting, others, unreadable, made, changed, withdrawn, deleted
        case doneThere = "done_there"
        case doneHere = "done_here"
    }
}
