/// What parts of a chore are worth.
public enum PointShares {
    /// What the next parts of a chore are worth, so that all of it comes to exactly its points, in whichever parts it is done.
    ///
    /// Rounded down with all that was done before them: three parts of ten points are worth 3, 3 and 4. After an undo the others keep what
    /// theirs were worth, and whoever does the rest gets the rest; nobody gets less than nothing.
    ///
    /// - Parameters:
    ///   - points: What all of it is worth.
    ///   - parts: How many are done now, of `count`.
    ///   - before: How many of its parts count already, with `paid` for them.
    ///   - paid: At most `points`, if each share came from here.
    public static func share(
        of points: Int, parts: Int, count: Int, after before: Int, paid: Int
    ) -> Int {
        max(0, points * (before + parts) / count - paid)
    }
}
