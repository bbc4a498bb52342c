import Foundation
import Testing

@testable import Care

@Suite("Names that a person could take for one another")
struct NameSkeletonTests {
    @Test(
        "The names look alike in either order",
        arguments: [
            ("Anna", "ANNA"), ("Anna", " anna "), ("Anna Berg", "Anna  \u{A0}Berg"),
            // A Cyrillic А, Greek capitals, letters of Lisu, wide ones, mathematical ones.
            ("Anna", "\u{410}nna"), ("Nina", "\u{39D}ina"), ("Bob", "\u{412}ob"),
            ("ANNA", "\u{A4EE}\u{A4E0}\u{A4E0}\u{A4EE}"),
            ("Anna", "\u{FF21}\u{FF4E}\u{FF4E}\u{FF41}"), ("Anna", "\u{1D400}\u{1D427}\u{1D427}\u{1D41A}"),
            // Invisible ones: space of no width, joiners, soft hyphen, byte order mark, marks of direction, variation selector.
            ("Anna", "An\u{200B}na"), ("Anna", "An\u{200D}n\u{200C}a"), ("Anna", "An\u{AD}na"),
            ("Anna", "\u{FEFF}Anna"), ("Anna", "\u{202E}Anna\u{202C}"), ("Anna", "Anna\u{FE0F}"),
            ("Anna", "An\u{34F}na"), ("Tea ☕", "Tea ☕\u{FE0F}"),
            // Composed or not.
            ("René", "Rene\u{301}"), ("Zoë", "ZOË"), ("Å", "\u{212B}"),
            // What small or round letters look like.
            ("Arnie", "Amie"), ("Ian", "lan"), ("Ian", "Ian"), ("Ian Berg", "lan berg"), ("Otto", "0tt0"),
            ("Room 1", "Room I"), ("Room 10", "Room lO"), ("O’Brien", "O'Brien"), ("Bett 1–2", "Bett 1-2"),
            // Case folding: sharp s, the last sigma, capitals of other scripts.
            ("Straße", "STRASSE"), ("Nikos Ὀδυσσεύς", "NIKOS ὈΔΥΣΣΕΎΣ"), ("Иван", "ИВАН"), ("Вера", "вера"),
            ("Aloïs ﬁ", "aloïs fi"),
        ])
    func alike(_ one: String, _ other: String) {
        #expect(NameSkeleton.areAlike(one, other))
        #expect(NameSkeleton.areAlike(other, one))
    }

    @Test(
        "The names do not look alike",
        arguments: [
            ("Anna", "Hanna"), ("Anna", "Ana"), ("Ian", "Lan"), ("Kai", "Kal"), ("Nina", "Vina"),
            ("René", "Rene"), ("Müller", "Muller"), ("Room 1", "Room 2"), ("Room 1", "Room L"),
            ("Anna B.", "Anna S."), ("Ben", "Beth"), ("Иван", "Ива"), ("محمد", "محمود"), ("张伟", "张炜"),
            ("Kitchen", "Kitchen 2"), ("", ""), ("\u{200B}", "\u{200B}\u{FEFF}"), ("☕", "🍵"),
        ])
    func different(_ one: String, _ other: String) {
        #expect(!NameSkeleton.areAlike(one, other))
        #expect(!NameSkeleton.areAlike(other, one))
    }

    @Test("What is typed leads to the same name, but no lookalike does")
    func typed() {
        for same in ["anna", " ANNA ", "\u{FF21}nna", "An\u{200B}na"] {
            #expect(NameSkeleton.typed(same) == NameSkeleton.typed("Anna"))
        }
        #expect(NameSkeleton.typed("Rene\u{301}") == NameSkeleton.typed("René"))
        for other in ["\u{410}nna", "Amie", "lan", "0tto"] {
            #expect(
                !["Anna", "Arnie", "Ian", "Otto"].map(NameSkeleton.typed).contains(NameSkeleton.typed(other)))
        }
    }

    @Test("A skeleton's skeleton is itself, of each character that there is and of texts of chance")
    func settled() {
        func check(_ text: String) {
            let skeleton = NameSkeleton(text)
            let (letters, shape) = (
                NameSkeleton(skeleton.letters).letters, NameSkeleton(skeleton.shape).shape
            )
            #expect(letters == skeleton.letters, "\(text.unicodeScalars.map(\.codePoint))")
            #expect(shape == skeleton.shape, "\(text.unicodeScalars.map(\.codePoint))")
        }
        let scalars = (0...0x1FFFF).compactMap(Unicode.Scalar.init).filter {
            $0.properties.generalCategory != .unassigned && $0.properties.generalCategory != .privateUse
                // Thousands of ideographs and syllables that are nobody's lookalike: one of each block.
                && !$0.properties.isUnifiedIdeograph && !(0xAC01...0xD7A3).contains($0.value)
        }
        // Many at a time: a character's skeleton depends on no other but through marks that are put in order.
        for start in stride(from: 0, to: scalars.count, by: 64) {
            let some = scalars[start..<min(start + 64, scalars.count)]
            check(some.map { String($0) }.joined(separator: "x"))
        }
        var seed: UInt64 = 7
        for _ in 0..<2000 {
            let text = (0..<8).map { _ -> String in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return String(scalars[Int(seed >> 33) % scalars.count])
            }.joined()
            check(text)
        }
    }

    @Test("The table can be read; each prototype is one for good, and no source is what NFKD takes apart")
    func table() throws {
        let table = Confusables.prototypes
        #expect(table.count > 1500)
        for (source, prototype) in table {
            let text = String(String.UnicodeScalarView(prototype))
            let again = text.decomposedStringWithCompatibilityMapping.unicodeScalars.flatMap {
                table[$0] ?? [$0]
            }
            #expect(again == prototype, "\(source.codePoint)")
            #expect(
                Array(String(source).decomposedStringWithCompatibilityMapping.unicodeScalars) == [source],
                "\(source.codePoint)")
        }
        #expect(table["\u{430}"] == ["a"] && table["m"] == ["r", "n"] && table["I"] == ["l"])
        #expect(table["a"] == nil)
        for wrong in ["61", "61<", "61<zz", "61<62-60", "61<62\n63<62", "<", "61<D800"] {
            #expect(Confusables.read(wrong) == nil || wrong == "<", "\(wrong)")
        }
    }

    @Test("The longest name costs as much for each of its characters as a short one")
    func bounded() {
        // What decomposes into the most characters: 18 of them.
        let most = NameSkeleton(String(repeating: "\u{FDFA}", count: 500))
        #expect(most.letters.unicodeScalars.count <= 500 * 18 * 3)
        #expect(most.isAlike(NameSkeleton(String(repeating: "\u{FDFA}", count: 500))))
    }
}
