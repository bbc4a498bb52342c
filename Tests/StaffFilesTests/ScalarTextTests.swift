import StaffFiles
import Testing

@Suite struct ScalarTextTests {
    @Test(
        "What YAML would read as something else is put into quotes, and read as itself",
        arguments: [
            "no", "Yes", "on", "OFF", "y", "N", "true", "null", "~", "12:30", "1e3", "0x1F", "0o7", "3.5",
            "1_000", "7", ".5", "+1",
            "-1", "2001-12-14", "2001-12-14 21:59:43", "-", "- a", "?", "? a", ":", ":a", ",", "[a", "]",
            "{a", "}", "#", "# a", "&a",
            "*a", "!a", "|", ">", "'a", "\"a", "%a", "@a", "`a", "=", "<<", "...", "---", " a", "a ", "a: b",
            "a:", "a #b", "",
            "a\nb", "a\tb", "\\", "a\\b", "#️⃣", "*️⃣", "a, b", "a]", "a{b", "http://a", "a\u{7}b", "a\u{85}b",
        ])
    func whatWouldBeSomethingElse(text: String) throws {
        for isInFlow in [false, true] {
            let written = ScalarText.text(text, isInFlow: isInFlow)
            #expect(try value(written, isInFlow: isInFlow) == text)
            let isSafeInBlock = ["a, b", "a]", "a{b", "http://a", "\\", "a\\b"].contains(text)
            #expect(
                written.hasPrefix("\"")
                    != (isSafeInBlock && (!isInFlow || text.hasSuffix("\\") || text.contains("\\"))))
        }
    }

    @Test(
        "What is safe is plain",
        arguments: [
            "Tea", "🥤", "😮‍💨", "1️⃣", "a-b", "a b", "it's", "a#b", "Ünï", "2 pillows", "a & b", "7up", "None",
            "files/a.wav",
        ])
    func whatIsSafeIsPlain(text: String) throws {
        for isInFlow in [false, true] {
            #expect(ScalarText.text(text, isInFlow: isInFlow) == text)
            #expect(try value(text, isInFlow: isInFlow) == text)
        }
    }

    private func value(_ written: String, isInFlow: Bool) throws -> String? {
        let text = isInFlow ? "{ a: \(written), b: c }\n" : "a: \(written)\nb: c\n"
        let (root, _) = StaffFile.read(Array(text.utf8), file: "a.yaml")
        guard case .mapping(let entries)? = root?.content, entries.count == 2,
            case .scalar(let value, _) = entries[0].value.content
        else { return nil }
        return value
    }

    @Test("Each part of a file says where its bytes are") func whereBytesAre() throws {
        let text =
            "\u{FEFF}ä: 'ü'\r\n\"b\": &x { c: [ 1, two ] } # 🦊\r\nd:\r\n  - |\r\n    e\r\n\r\n  - *x\r\n"
        let bytes = Array(text.utf8)
        let root = try #require(StaffFile.read(bytes, file: "a.yaml").root)
        guard case .mapping(let entries) = root.content else { return }
        func written(_ node: StaffNode) -> String {
            String(
                decoding: bytes.dropFirst(3)[
                    node.written.bytes.lowerBound + 3..<node.written.bytes.upperBound + 3], as: UTF8.self)
        }
        #expect(
            entries.map { written($0.value) } == [
                "'ü'", "&x { c: [ 1, two ] }", "- |\r\n    e\r\n\r\n  - *x",
            ])
        #expect(entries.map(\.value.written.style) == [.singleQuoted, .flow, .block])
        #expect(entries[1].value.written.hasAnchor && !root.written.hasAnchor)
        guard case .sequence(let items) = entries[2].value.content else { return }
        #expect(items.map(written) == ["|\r\n    e\r\n\r\n", "*x"])
        #expect(items.map(\.written.style) == [.blockScalar, .alias])
    }
}
