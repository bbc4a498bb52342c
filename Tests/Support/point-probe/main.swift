import Foundation
import ProbeArguments

// Plays random homes whose chores are worth points on the real store, and compares it with a book that was written separately. After each
// operation one person's sums are compared, and from time to time everything: each line, each grant, and that no crossing brought two.
//
//     point-probe OPERATIONS [SEED] [--home NUMBER] [--spoil lost|doubled|others|answers]
//
// Begins with a home, 0 if none is said: where something differs, its number is printed.
// Prints what was compared. Ends with 1 at the first difference, with 2 if the store cannot be used or refuses what it should take, and
// with 3 if too little was compared. What `--spoil` gets wrong on purpose must be found.

var arguments = ProbeArguments(
    usage: """
        point-probe OPERATIONS [SEED] [--home NUMBER] [--spoil \(ProbeArguments.names(of: Spoiling.self))]
        """)
let spoiling: Spoiling? = arguments.option("--spoil")
let firstHome = arguments.option("--home") ?? 0
let operations = arguments.count()
let seed: UInt64 = arguments.number(or: 1)
arguments.end()

/// - Returns: The status with which the probe ends.
func run(_ operations: Int, seed: UInt64, from firstHome: Int, spoiling: Spoiling?) async -> Int32 {
    // In memory where there is such a folder: nothing here is about disks.
    let memory = URL(filePath: "/dev/shm")
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    let folder = (isThere ? memory : FileManager.default.temporaryDirectory)
        .appending(path: "point-probe-\(getpid())")
    var tally = Tally()
    var number = firstHome
    do {
        while tally.operations < operations {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // What cannot be removed is in nobody's way.
            defer { try? FileManager.default.removeItem(at: folder) }
            var home = try await RandomHome(
                path: folder.appending(path: "care.sqlite").path, seed: seed, number: number,
                spoiling: spoiling)
            try await home.play(min(RandomHome.mostOperations, operations - tally.operations), &tally)
            number += 1
        }
    } catch {
        print("seed \(seed), home \(number), operation \(tally.operations): \(error)")
        return error is Difference ? 1 : 2
    }
    print("\(number - firstHome) homes, seed \(seed): \(tally)")
    // A play in which nothing of a kind has happened shows nothing of it.
    guard tally.isWorthIt else {
        print("too little was compared")
        return 3
    }
    return 0
}

/// What was played and compared.
struct Tally: CustomStringConvertible {
    var operations = 0
    var done = 0
    var undone = 0
    var approved = 0
    var given = 0
    var switched = 0
    var rewards = 0
    var asked = 0
    var atOnce = 0
    var refused = 0
    var answered = 0
    var reached = 0
    var came = 0
    var left = 0
    var cameBack = 0
    var away = 0
    var otherRole = 0
    var refusedToGone = 0
    var compared = 0

    var isWorthIt: Bool {
        [
            done, undone, approved, given, switched, rewards, asked, atOnce, refused, answered, reached,
            came, left, cameBack, away, otherRole, refusedToGone, compared,
        ]
        .allSatisfy { $0 > operations / 1000 }
    }

    var description: String {
        """
        \(operations) operations: chores \(done) times done, \(undone) undone, \(approved) approved or not; \(given) gifts, \(switched) switched; \
        \(rewards) rewards made, \(asked) asked for, \(atOnce) of them by two at once, \(refused) refused for want of points, \
        \(answered) answers; people \(came) times came, \(left) left, \(cameBack) came back, \(away) were away or back, \(otherRole) became \
        something else, \(refusedToGone) refused as having left; \(compared) books compared, with \(reached) thresholds reached
        """
    }
}

/// What differs from the book.
struct Difference: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

exit(await run(operations, seed: seed, from: firstHome, spoiling: spoiling))
