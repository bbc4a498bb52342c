import Foundation
import Testing
import Wording

@Suite("Plural categories are Unicode CLDR's")
struct PluralRulesTests {
    /// Of Debian's package unicode-cldr-core.
    private static let file = "/usr/share/unicode/cldr/common/supplemental/plurals.xml"

    @Test("Each sample number of each language has the category that CLDR says")
    func samples() throws {
        let text = try String(contentsOfFile: Self.file, encoding: .utf8)
        var compared = 0
        for block in text.components(separatedBy: "<pluralRules locales=\"").dropFirst() {
            let languages = block.prefix { $0 != "\"" }.split(separator: " ").filter { !$0.contains("_") }
            for rule in block.components(separatedBy: "<pluralRule count=\"").dropFirst() {
                let category = try #require(PluralCategory(rawValue: String(rule.prefix { $0 != "\"" })))
                let numbers = Self.numbers(in: rule)
                for language in languages {
                    let rules = PluralRules(language: String(language))
                    for number in numbers {
                        compared += 1
                        #expect(rules.category(number) == category, "\(language), \(number)")
                    }
                }
            }
        }
        #expect(compared > 5000)
    }

    /// Whole numbers of a rule's `@integer` samples: `0, 2~16, 1000, 1c6, …`. Those in compact notation are left out.
    private static func numbers(in rule: String) -> [Int] {
        guard let begin = rule.range(of: "@integer ") else { return [] }
        let samples = rule[begin.upperBound...].prefix { $0 != "@" && $0 != "<" }
        return samples.split(separator: ",").flatMap { sample in
            let ends = sample.filter { !$0.isWhitespace }.split(separator: "~").map { Int($0) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil else { return [Int]() }
            return Array(first...last)
        }
    }

    @Test("A region has its language's rules, and an unknown language has one form")
    func regions() {
        #expect(PluralRules(language: "pl-PL").category(3) == .few)
        #expect(PluralRules(language: "tlh").category(1) == .other)
        #expect(PluralRules(language: "tlh").categories == [.other])
    }

    @Test("A text needs the forms that numbers below 200 take")
    func categories() {
        #expect(PluralRules(language: "en").categories == [.one, .other])
        #expect(PluralRules(language: "fr").categories == [.one, .other])
        #expect(PluralRules(language: "ar").categories == PluralCategory.allCases)
        #expect(PluralRules(language: "ja").categories == [.other])
    }
}
