import Foundation
import Testing

@testable import Pages

@Suite("The design's tokens")
struct DesignTests {
    /// The colours of a set by their names: `light` first, `dark` with what it does not name anew.
    private static func colours() throws -> [(set: String, colours: [String: [Double]])] {
        let css = String(decoding: PackageResources.tokens_css, as: UTF8.self)
        let parts = css.components(separatedBy: "@media (prefers-color-scheme: dark)")
        try #require(parts.count == 2)
        func read(_ text: String) -> [String: [Double]] {
            var found: [String: [Double]] = [:]
            for match in text.matches(of: /--([\w-]+): #([0-9a-f]{6});/) {
                let value = UInt32(match.2, radix: 16) ?? 0
                found[String(match.1)] = [16, 8, 0].map { Double(value >> $0 & 0xFF) / 255 }
            }
            return found
        }
        let light = read(String(parts[0]))
        return [("light", light), ("dark", light.merging(read(String(parts[1]))) { $1 })]
    }

    /// WCAG 2.2, "relative luminance" and "contrast ratio".
    private static func contrast(_ one: [Double], _ other: [Double]) -> Double {
        func luminance(_ colour: [Double]) -> Double {
            let linear = colour.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
            return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        }
        let (low, high) = (min(luminance(one), luminance(other)), max(luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)
    }

    /// Text, and the grounds on which it may stand.
    private static let text: [(String, [String])] = [
        (
            "ink",
            ["ground", "surface", "sunken", "act-ground", "urgent-ground", "soon-ground", "good-ground"]
        ),
        (
            "soft",
            ["ground", "surface", "sunken", "act-ground", "urgent-ground", "soon-ground", "good-ground"]
        ),
        ("act", ["ground", "surface", "sunken", "act-ground"]),
        ("urgent", ["ground", "surface", "sunken", "urgent-ground", "plain", "plain-hover"]),
        ("soon", ["ground", "surface", "sunken", "soon-ground"]),
        ("good", ["ground", "surface", "sunken", "good-ground"]),
        ("act-ink", ["act", "act-hover", "act-down"]),
        ("urgent-ink", ["urgent", "urgent-hover", "urgent-down"]),
        ("plain-ink", ["plain", "plain-hover", "plain-down"]),
    ]

    @Test("Text can be read on every ground on which it may stand, in light and dark")
    func contrasts() throws {
        for (set, colours) in try Self.colours() {
            for (name, grounds) in Self.text {
                for ground in grounds {
                    let ratio = Self.contrast(
                        try #require(colours[name], "\(name)"), try #require(colours[ground], "\(ground)"))
                    #expect(ratio >= 4.5, "\(set): \(name) on \(ground)")
                }
            }
            for ground in ["ground", "surface"] {
                let edge = try #require(colours["edge"])
                #expect(Self.contrast(edge, try #require(colours[ground])) >= 3, "\(set): edge on \(ground)")
            }
        }
    }

    @Test("Dark names every colour that light has, and no other file has a colour of its own")
    func onePlace() throws {
        let css = String(decoding: PackageResources.tokens_css, as: UTF8.self)
        let parts = css.components(separatedBy: "@media (prefers-color-scheme: dark)")
        func names(_ text: String) -> Set<Substring> { Set(text.matches(of: /--([\w-]+): #/).map(\.1)) }
        #expect(names(String(parts[0])) == names(String(parts[1])))
        let pages = String(decoding: PackageResources.pages_css, as: UTF8.self)
        // Symbols stand on a light tile in the dark, too.
        let own = Set(pages.matches(of: /#[0-9a-fA-F]{3,8}\b/).map(\.0)).subtracting([
            "#ffffff", "#1c1b1a", "#999",
        ])
        #expect(own.filter { $0.dropFirst().allSatisfy(\.isHexDigit) } == [])
    }

    @Test("Sizes of text have names, and what is wrong stands on its own ground")
    func sizes() {
        let pages = String(decoding: PackageResources.pages_css, as: UTF8.self)
        let named = #/var\(--(small|text|large|title|code|symbol|sign)\)/#
        for size in pages.matches(of: /font-size: ([^;}]+?) ?[;}]/).map(\.1) {
            #expect(size.wholeMatch(of: named) != nil, "\(size)")
        }
        #expect(pages.contains(".notice.problem { background: var(--urgent-ground); }"))
    }

    @Test("Emoji are what people chose: no page and no style has one of its own")
    func noEmoji() throws {
        func signs(_ text: some StringProtocol) -> [Character] {
            text.filter { sign in
                sign.unicodeScalars.contains { scalar in
                    scalar.properties.isEmojiPresentation || (0x2190...0x21ff).contains(scalar.value)
                        || (0x2300...0x2bff).contains(scalar.value) || "×‹›".unicodeScalars.contains(scalar)
                }
            }
        }
        for (name, text) in try PageTopics.templates() { #expect(signs(text) == [], "\(name)") }
        let styles = [PackageResources.pages_css, PackageResources.display_css].map {
            String(decoding: $0, as: UTF8.self)
        }
        for text in styles {
            for content in text.matches(of: /content: "([^"]*)"/).map(\.1) { #expect(content.isEmpty) }
        }
        for (path, text) in try FormTests.pages() {
            for line in text.split(separator: "\n") where !line.contains("///") {
                // The first card of a new board is what its writer begins with, as are those for chores.
                let isOfCards = line.contains("starter_label") || line.contains("cardSymbols")
                #expect(signs(line) == [] || isOfCards, "\(path): \(line)")
            }
        }
    }

    /// What old tablets do not know (`inset-inline-end`) is written twice: a rule below it mirrors it.
    @Test(
        "Nothing stands left or right that does not stand the other way round in a language from right to left"
    )
    func directions() {
        let files = [
            PackageResources.tokens_css, PackageResources.pages_css, PackageResources.display_css,
        ]
        var (physical, count): ([String], Int) = ([], 0)
        for file in files {
            let css = String(decoding: file, as: UTF8.self).replacing(/\/\*[\s\S]*?\*\//, with: "")
            let rules = css.matches(of: /([^{}]+)\{([^{}]*)\}/).map { rule in
                (selector: rule.1.trimmingCharacters(in: .whitespacesAndNewlines), body: String(rule.2))
            }
            let mirrored = Set(
                rules.compactMap { rule in
                    rule.selector.hasPrefix("[dir=rtl] ") ? String(rule.selector.dropFirst(10)) : nil
                })
            for rule in rules where !rule.selector.hasPrefix("[dir=rtl]") && !mirrored.contains(rule.selector)
            {
                count += 1
                var sides: [Substring: Set<String>] = [:]
                for one in rule.body.matches(of: /(?:^|[;\s])([\w-]+)\s*:\s*([^;]+)/) {
                    let value = one.2.trimmingCharacters(in: .whitespacesAndNewlines)
                    let parts = value.split(separator: " ")
                    if ["text-align", "float", "clear"].contains(one.1), ["left", "right"].contains(value) {
                        physical.append("\(rule.selector): \(one.1)")
                    } else if one.1.contains(/(^|-)(left|right)(-|$)/) {
                        let property = one.1.replacing(/left|right/, with: "")
                        // On both sides alike, it has no direction.
                        sides[property[...], default: []].formSymmetricDifference([value])
                    } else if ["margin", "padding", "inset"].contains(one.1), !value.contains("("),
                        parts.count == 4, parts[1] != parts[3]
                    {
                        physical.append("\(rule.selector): \(one.1)")
                    }
                }
                physical += sides.filter { !$0.value.isEmpty }.map { "\(rule.selector): \($0.key)" }
            }
        }
        #expect(physical == [])
        #expect(count > 300, "they are no longer found")
    }

    @Test("Each icon is drawn, and each drawing has its name")
    func icons() {
        let svg = String(decoding: PackageResources.icons_svg, as: UTF8.self)
        let drawn = svg.matches(of: /<symbol id="([\w-]+)" viewBox="0 0 24 24">/).map { String($0.1) }
        #expect(Set(drawn) == Set(Icon.allCases.map(\.rawValue)))
        #expect(drawn.count == Set(drawn).count)
    }
}
