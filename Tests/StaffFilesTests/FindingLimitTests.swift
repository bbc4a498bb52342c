import Testing

@testable import StaffFiles

@Suite("A file with very many mistakes")
struct FindingLimitTests {
    private static let known = ["home", "client", "caregiver", "zone", "board", "scanning", "voices"]

    private func read(_ lines: Int, _ line: (Int) -> String) -> FindingLog {
        let text = (0..<lines).map { line($0) + "\n" }.joined()
        let (root, log) = StaffFile.read(Array(text.utf8), file: "beckon.yaml")
        if let root { _ = MappingCursor(root, what: "beckon.yaml", keys: Self.known, log: log) }
        return log
    }

    @Test(
        "The first 100 are told, and the others counted",
        arguments: [(100, 0), (101, 1), (1100, 1000), (20_000, 19_900)])
    func counted(lines: Int, more: Int) throws {
        let log = read(lines + 1) { _ in "home: 1" }
        #expect(log.findings.count == (more == 0 ? 100 : 101) && log.findings.hasErrors)
        guard more > 0 else { return }
        let last = try #require(log.findings.last)
        let words = [1: "1", 1000: "1,000", 19_900: "19,900"][more] ?? ""
        #expect(last.message == "and \(words) more: they are shown when these are fixed")
        #expect(last.line == 102)
    }

    @Test("No more words are compared than are told, however many mistakes there are")
    func work() {
        for lines in [200, 20_000] {
            #expect(read(lines) { "scaning\($0): 1" }.guesses == 100)
        }
        let unlike = read(20_000) { "unknown_key_\($0): 1" }
        #expect(unlike.guesses == 100 && unlike.findings.count == 1)
        let same = read(20_000) { _ in "home: 1" }
        #expect(same.guesses == 0 && same.findings.count == 101)
    }

    @Test("An error among those that are only counted still refuses the file")
    func hidden() {
        let log = FindingLog(file: "beckon.yaml")
        for line in 1...150 { log.warning("odd", at: SourceRange(line: line, column: 1)) }
        #expect(!log.findings.hasErrors)
        log.error("wrong", at: SourceRange(line: 200, column: 1))
        #expect(log.findings.hasErrors)
    }
}
