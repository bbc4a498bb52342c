/// Unicode's table of characters that are taken for others (UTS #39, `confusables.txt`), as far as compatibility decomposition leaves
/// something to do. The table is made by `scripts/make-confusables`.
enum Confusables {
    /// What each character looks like, decomposed; the prototypes themselves are not in it.
    static let prototypes: [Unicode.Scalar: [Unicode.Scalar]] = {
        guard let table = read(String(decoding: PackageResources.confusables_txt, as: UTF8.self)) else {
            preconditionFailure("the table is built in, and a test reads it")
        }
        return table
    }()

    /// Reads the table's text: `61<251 3B1 430` in each line. `nil` where anything else stands there, or a character twice.
    static func read(_ text: String) -> [Unicode.Scalar: [Unicode.Scalar]]? {
        var table: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let sides = line.split(separator: "<", omittingEmptySubsequences: false)
            guard sides.count == 2, let prototype = scalars(sides[0]), let sources = scalars(sides[1]),
                !sources.isEmpty
            else { return nil }
            for source in sources {
                guard table.updateValue(prototype, forKey: source) == nil else { return nil }
            }
        }
        return table
    }

    /// `301 430-431`: hexadecimal code points and ranges of them.
    private static func scalars(_ text: Substring) -> [Unicode.Scalar]? {
        var scalars: [Unicode.Scalar] = []
        for word in text.split(separator: " ") {
            let ends = word.split(separator: "-").map { UInt32($0, radix: 16) }
            guard ends.count <= 2, case let first?? = ends.first, case let last?? = ends.last, first <= last
            else { return nil }
            for value in first...last {
                guard let scalar = Unicode.Scalar(value) else { return nil }
                scalars.append(scalar)
            }
        }
        return scalars
    }
}
