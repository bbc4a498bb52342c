/// Why a command did not do what it was asked for, though it was typed rightly: one sentence or more, in English, which are said in the
/// reader's language (`CommandEnd`).
struct CommandProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
