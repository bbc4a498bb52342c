/// Which passwords an attacker would guess first.
///
/// A list of words is enough for that, because people change the same words in the same few ways: capitals, some digits or signs
/// before or after, `0` for `o`, the word twice. The list itself is in `common-passwords.txt`.
enum CommonPasswords {
    /// How many digits and signs around a word do not make it stronger.
    private static let mostAround = 4
    /// Longest piece that makes a password by being repeated.
    private static let longestPiece = 4
    /// Shortest run of keys that counts as one.
    private static let shortestRun = 3

    private static let words: Set<[Character]> = {
        let lines = String(decoding: PackageResources.common_passwords_txt, as: UTF8.self)
            .split(separator: "\n")
        return Set(lines.filter { !$0.hasPrefix("#") }.map(Array.init))
    }()

    /// Keys that lie beside one another, in rows and in columns, of the keyboards of several countries.
    private static let rows: [[Character]] = [
        "1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiopü", "asdfghjklöä", "yxcvbnm",
        "azertyuiop",
        "qsdfghjklm", "wxcvbn", "1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm", "1qay", "2wsx",
        "6zhn",
        "abcdefghijklmnopqrstuvwxyz", "147", "258", "369",
    ].flatMap { (row: String) -> [[Character]] in [Array(row), Array(row.reversed())] }

    /// What replaces a letter in disguised words.
    private static let letters: [Character: Character] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i", "€": "e",
    ]

    static func contains(_ password: String) -> Bool {
        let folded = fold(password)
        return isWord(folded) || isRepeated(folded) || isRun(folded) || isDate(folded)
    }

    /// Whether it is somebody's name, or one of its parts, with no more around it than makes no difference.
    static func isName(_ password: String, of name: String) -> Bool {
        let parts = name.split { !$0.isLetter && !$0.isNumber }.map { fold(String($0)) }
        let names =
            [parts.flatMap(\.self), parts.reversed().flatMap(\.self)] + parts.filter { $0.count >= 4 }
        let typed = fold(password)
        return [typed, core(typed)].contains { one in
            [one, plain(one)].contains { one in
                names.contains { name in
                    !name.isEmpty && (one == name || one == Array(name.reversed()) || one == name + name)
                }
            }
        }
    }

    private static func fold(_ text: String) -> [Character] {
        text.lowercased().filter { !$0.isWhitespace }
    }

    private static func plain(_ word: [Character]) -> [Character] { word.map { letters[$0] ?? $0 } }

    private static func isWord(_ text: [Character]) -> Bool {
        [text, core(text)].contains { one in
            [one, plain(one)].contains { one in
                let half = one.count / 2
                return words.contains(one)
                    || one.count == 2 * half && one[..<half] == one[half...]
                        && words.contains(Array(one[..<half]))
            }
        }
    }

    /// Without the digits and signs around it, as long as they are few.
    private static func core(_ text: [Character]) -> [Character] {
        let start = text.prefix { !$0.isLetter }.count
        let end = text.reversed().prefix { !$0.isLetter }.count
        guard start + end <= mostAround, start + end < text.count else { return text }
        return Array(text.dropFirst(start).dropLast(end))
    }

    /// `aaaaaaaa`, `12121212`, `abcabcabc`.
    private static func isRepeated(_ text: [Character]) -> Bool {
        (1...longestPiece).contains { length in
            text.count >= 2 * length && zip(text, text.dropFirst(length)).allSatisfy { $0 == $1 }
        }
    }

    /// `12345678`, `11223344`, `qwertzui`, `1qaz2wsx`: runs of keys, one after the other, and no more.
    private static func isRun(_ text: [Character]) -> Bool {
        let single = text.enumerated().filter { $0.offset == 0 || text[$0.offset - 1] != $0.element }.map(
            \.element)
        var rest = single[...]
        while rest.count >= shortestRun {
            let run = rows.map { longestRun(rest, in: $0) }.max() ?? 0
            guard run >= shortestRun else { return false }
            rest = rest.dropFirst(run)
        }
        return rest.isEmpty && !text.isEmpty
    }

    private static func longestRun(_ text: ArraySlice<Character>, in row: [Character]) -> Int {
        guard let first = text.first, let start = row.firstIndex(of: first) else { return 0 }
        return zip(text, row[start...]).prefix { $0 == $1 }.count
    }

    /// `24121984`, `1984-12-24`: a birthday is one of some ten thousand.
    private static func isDate(_ text: [Character]) -> Bool {
        let digits = text.filter { $0.isASCII && $0.isNumber }
        let others = text.filter { !($0.isASCII && $0.isNumber) }
        guard digits.count == 8, others.allSatisfy({ ".-/".contains($0) }) else { return false }
        let number = { (range: Range<Int>) in Int(String(digits[range])) ?? 0 }
        let isDay = { (first: Int, second: Int) in
            (1...31).contains(first) && (1...31).contains(second) && min(first, second) <= 12
        }
        return (1900..<2100).contains(number(4..<8)) && isDay(number(0..<2), number(2..<4))
            || (1900..<2100).contains(number(0..<4)) && isDay(number(4..<6), number(6..<8))
    }
}
