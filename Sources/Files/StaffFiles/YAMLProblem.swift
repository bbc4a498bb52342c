/// The YAML parser's own messages, in words for those who write these files.
enum YAMLProblem {
    static let noColon = "this line has no `:` after its key: write `key: value`"

    /// For a text whose closing quote is missing, so that it goes on to the next one.
    static func longQuote(to line: Int) -> String {
        "the text in quotes that begins here goes on to line \(line): put the closing quote where it ends"
    }

    /// What is wrong and what to do.
    ///
    /// - Parameter before: The text of the line before the place.
    static func message(problem: String, context: String, before: String) -> String {
        switch problem {
        case "mapping values are not allowed in this context" where !before.contains(": "):
            "the line above has no `:` after its key, or this line is indented too far"
        case "mapping values are not allowed in this context":
            "there is a second colon here, or the line is indented too far: put a text that holds `: ` into quotes"
        case "did not find expected key" where !before.allSatisfy(\.isWhitespace),
            "did not find expected <document start>" where before.contains("}"):
            before.contains("{")
                ? "a text that begins with `{` must be in quotes, the whole of it"
                : "the value has ended before this: put the whole text into quotes, and write `''` for a `'` in single quotes"
        case "did not find expected node content" where context.contains("flow"):
            "a bracket before this is not closed: put `]` or `}` at its end"
        case "found character that cannot start any token", "did not find expected node content",
            "did not find expected comment or line break", "found unknown directive name":
            "a text cannot begin with this character: put it into quotes"
        case "could not find expected ':'": noColon
        case "did not find expected key":
            "this does not line up with the lines above: give the keys of one item the same indentation, and close quotes and brackets"
        case "did not find expected '-' indicator":
            "this does not line up with the list above: begin each entry with `- ` at the same indentation"
        case "did not find expected ',' or ']'":
            "this `[ … ]` is not finished: put a comma between its entries and `]` at its end"
        case "did not find expected ',' or '}'":
            "this `{ … }` is not finished: put a comma between its entries and `}` at its end"
        case "block sequence entries are not allowed in this context":
            "a list cannot begin here: put `- ` on a line of its own"
        case "block mapping entries are not allowed in this context",
            "mapping keys are not allowed in this context":
            "a key cannot begin here: put it on a line of its own"
        case "found unexpected end of stream":
            "the text in quotes that begins here does not end: put the closing quote"
        case "found unknown escape character", "did not find expected hexdecimal number":
            "`\\` begins a special character in double quotes: use single quotes, or write `\\\\`"
        case "found unexpected document indicator":
            "the text in quotes that begins here has a line with `---` or `...` in it: put the closing quote before that"
        case "did not find expected <document start>":
            "this does not belong to what is above: check its indentation"
        case "did not find expected alphabetic or numeric character":
            "`\(before.contains("*") ? "*" : "&")` has a meaning of its own here: put the text into quotes"
        case "found undefined tag handle", "did not find URI escaped octet", "did not find the expected tag":
            "`!` has a meaning of its own here: put the text into quotes"
        case "found extra unexpected characters", "found invalid Unicode character escape code":
            "this special character does not exist: put the text into single quotes"
        default:
            "this is not YAML as Beckon reads it: compare it with a file that came with Beckon"
        }
    }
}
