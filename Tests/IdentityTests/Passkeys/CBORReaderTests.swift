import Chance
import FoundationEssentials
import Testing

@testable import Identity

@Suite("CBOR is read within bounds, whatever it says of itself")
struct CBORReaderTests {
    private func read(_ bytes: Data) -> CBORItem? { try? CBORReader.whole(bytes) }

    @Test(
        "Examples of RFC 8949, appendix A",
        arguments: [
            ("00", .number(0)), ("17", .number(23)), ("1818", .number(24)), ("1903e8", .number(1000)),
            ("1a000f4240", .number(1_000_000)), ("1b000000e8d4a51000", .number(1_000_000_000_000)),
            ("20", .number(-1)), ("3863", .number(-100)), ("3903e7", .number(-1000)),
            ("1b7fffffffffffffff", .number(.max)), ("3b7fffffffffffffff", .number(.min)),
            ("f4", .other), ("f5", .other), ("f6", .other), ("f7", .other), ("f93c00", .other),
            ("f97e00", .other), ("fa47c35000", .other), ("fb3ff199999999999a", .other),
            ("40", .bytes(Data())),
            ("4401020304", .bytes(Data([1, 2, 3, 4]))), ("60", .text("")), ("6449455446", .text("IETF")),
            ("62c3bc", .text("ü")), ("64f0908591", .text("\u{10151}")), ("80", .list([])),
            ("83010203", .list([.number(1), .number(2), .number(3)])),
            (
                "8301820203820405",
                .list([.number(1), .list([.number(2), .number(3)]), .list([.number(4), .number(5)])])
            ),
            ("a0", .map([:])), ("a201020304", .map([.number(1): .number(2), .number(3): .number(4)])),
            (
                "a26161016162820203",
                .map([.text("a"): .number(1), .text("b"): .list([.number(2), .number(3)])])
            ),
            // Longer than need be, which some authenticators write.
            ("1800", .number(0)), ("590001ff", .bytes(Data([0xff]))),
        ] as [(String, CBORItem)])
    func examples(digits: String, item: CBORItem) {
        let bytes = Data(hexadecimal: digits)
        #expect(read(bytes) == item)
        for count in bytes.indices { #expect(read(bytes.prefix(count)) == nil) }
        #expect(read(bytes + [0]) == nil)
    }

    @Test(
        "What authenticators do not write is refused",
        arguments: [
            // Numbers that no whole number here holds.
            "1bffffffffffffffff", "1b8000000000000000", "3bffffffffffffffff",
            // Tags.
            "c11a514b67b0", "c249010000000000000000", "d818456449455446", "d9d9f700",
            // Lengths that come later, and their end.
            "5f42010243030405ff", "7f657374726561646d696e67ff", "9fff", "9f0102ff", "bfff", "bf616101ff",
            "ff",
            // Details that the standard keeps for later, and simple values that mean nothing.
            "1c", "1d", "1e", "3c", "5c", "9d", "be", "e0", "f3", "f800", "f818", "f8ff", "fc", "fd", "fe",
            // No UTF-8.
            "61ff", "62c328", "63eda080", "62c080",
            // Keys that come twice, in whatever way they are written, and keys that are none.
            "a201020103", "a20102180103", "a2616101616102", "a14001", "a18001", "a1a001", "a1f501",
            "a1f93c0001",
            // More than is there.
            "a1", "a101", "82", "8201", "41", "5818", "5bffffffffffffffff", "7bffffffffffffffff",
            "9bffffffffffffffff", "bbffffffffffffffff", "5b7fffffffffffffff", "9b7fffffffffffffff00",
            "ba7fffffff0000",
        ])
    func refused(digits: String) { #expect(read(Data(hexadecimal: digits)) == nil) }

    @Test("Four lists or maps may lie in one another, five may not")
    func levels() {
        #expect(read(Data(hexadecimal: "8181818100")) != nil)
        #expect(read(Data(hexadecimal: "818181818100")) == nil)
        #expect(read(Data(hexadecimal: "a101a101a101a10100")) != nil)
        #expect(read(Data(hexadecimal: "a101a101a101a101a10100")) == nil)
        #expect(read(Data(hexadecimal: "a101a101a101a10180")) == nil)
        for head in [0x81, 0xa1, 0x9b, 0xbb, 0xc1, 0x9f] as [UInt8] {
            #expect(read(Data(repeating: head, count: 1_000_000)) == nil)
        }
    }

    @Test("Thousands of small items are read, each once")
    func many() {
        #expect(read(CBOR.list((0..<10_000).map(CBOR.number))) == .list((0..<10_000).map(CBORItem.number)))
        let entries = (0..<5000).map { (CBOR.number($0), CBOR.text("")) }
        guard case .map(let read)? = read(CBOR.map(entries)) else {
            Issue.record("a large map was refused")
            return
        }
        #expect(read.count == 5000)
    }

    @Test("Whatever bytes come, the reader ends, and never behind them", arguments: 0..<4)
    func byChance(part: Int) {
        var chance = SeededGenerator(seed: UInt64(part))
        // Heads of all kinds, so that it goes on more often than not.
        let heads: [UInt8] = [
            0x00, 0x18, 0x20, 0x41, 0x58, 0x61, 0x81, 0x82, 0x98, 0xa1, 0xb8, 0xf5, 0xf9, 0x9b,
        ]
        for _ in 0..<5000 {
            let bytes = Data(
                (0..<Int.random(in: 0...60, using: &chance)).map { _ in
                    Bool.random(using: &chance)
                        ? heads[Int.random(in: heads.indices, using: &chance)]
                        : UInt8.random(in: .min ... .max, using: &chance)
                })
            var reader = CBORReader(bytes)
            var length = 0
            while let (_, read) = try? reader.itemAndBytes() {
                #expect(!read.isEmpty)
                #expect(self.read(read) != nil)
                length += read.count
            }
            #expect(length <= bytes.count)
        }
    }
}
