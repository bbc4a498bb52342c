/// Unicode CLDR's categories of plurals.
public enum PluralCategory: String, CaseIterable, Sendable {
    case zero, one, two, few, many, other
}

/// Which category of plural a number of things takes in a language, by Unicode CLDR (supplemental/plurals.xml, cardinals), for whole
/// numbers in digits.
public struct PluralRules: Sendable {
    private let rules: [(category: PluralCategory, condition: Condition)]

    /// The rules of a language or of its parent: `de-AT` is as `de`. A language that CLDR does not know has `other` alone.
    ///
    /// - Parameter language: BCP 47.
    public init(language: String) {
        let base = language.lowercased().prefix { $0 != "-" }
        rules = Self.byLanguage[String(base)] ?? []
    }

    /// Those that numbers below 200 take, `other` last: what a text with a count must have. (French and others have one more, for
    /// whole millions.)
    public var categories: [PluralCategory] {
        let found = Set((0..<200).map(category))
        return PluralCategory.allCases.filter { $0 == .other || found.contains($0) }
    }

    /// - Parameter number: of things; negative ones are as their amount.
    public func category(_ number: Int) -> PluralCategory {
        let amount = number.magnitude
        return rules.first { $0.condition.holds(for: amount) }?.category ?? .other
    }

    /// Alternatives, of which one must hold; in each every relation.
    private struct Condition: Sendable {
        struct Relation: Sendable {
            let divisor: UInt?
            let isNegated: Bool
            let ranges: [ClosedRange<UInt>]

            func holds(for number: UInt) -> Bool {
                let value = divisor.map { number % $0 } ?? number
                return ranges.contains { $0.contains(value) } != isNegated
            }
        }

        let alternatives: [[Relation]]

        func holds(for number: UInt) -> Bool {
            alternatives.contains { $0.allSatisfy { $0.holds(for: number) } }
        }

        /// Reads `n%10 = 2..4 and n%100 != 12..14 or n = 0`.
        init(_ text: Substring) {
            alternatives = text.split(separator: " or ").map { alternative in
                alternative.split(separator: " and ").map { relation in
                    let words = relation.split(separator: " ")
                    return Relation(
                        divisor: words[0].split(separator: "%").dropFirst().first.flatMap { UInt($0) },
                        isNegated: words[1] == "!=",
                        ranges: words[2].split(separator: ",").map { range in
                            let ends = range.split(separator: "..").compactMap { UInt($0) }
                            return ends[0]...ends[ends.count - 1]
                        })
                }
            }
        }
    }

    private static let byLanguage: [String: [(category: PluralCategory, condition: Condition)]] = {
        var all: [String: [(category: PluralCategory, condition: Condition)]] = [:]
        var languages: [String] = []
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            if line.hasPrefix(" "), let category = PluralCategory(rawValue: parts[0].filter { $0 != " " }) {
                for language in languages { all[language]?.append((category, Condition(parts[1]))) }
            } else {
                languages = parts[0].split(separator: " ").map(String.init)
                for language in languages { all[language] = [] }
            }
        }
        return all
    }()

    /// Languages, and below them what their categories but `other` ask of a number n. A test compares it with CLDR's own samples.
    private static let table = """
        bm bo dz hnj id ig ii in ja jbo jv jw kde kea km ko lkt lo ms my nqo osa root sah ses sg su \
        th to tpi vi wo yo yue zh:
        am as bn doi fa gu hi kn pcm zu:
          one: n = 0 or n = 1
        ff hy kab si:
          one: n = 0,1
        af an asa ast az bal bem bez bg brx ca ce cgg chr ckb da de dv ee el en eo et eu fi fo fur \
        fy gl gsw ha haw hu ia io jgo ji jmc ka kaj kcg kk kkj kl ks ksb ku ky lb lg lij mas mgo ml \
        mn mr nah nb nd ne nl nn nnh no nr ny nyn om or os pap ps rm rof rwk saq sc scn sd sdh seh \
        sn so sq ss ssy st sv sw syr ta te teo tig tk tn tr ts ug ur uz ve vo vun wae xh xog yi:
          one: n = 1
        ak bho guw ln mg nso pa ti wa:
          one: n = 0..1
        tzm:
          one: n = 0..1 or n = 11..99
        is mk:
          one: n%10 = 1 and n%100 != 11
        ceb fil tl:
          one: n = 1,2,3 or n%10 != 4,6,9
        lv prg:
          zero: n%10 = 0 or n%100 = 11..19
          one: n%10 = 1 and n%100 != 11
        lag:
          zero: n = 0
          one: n = 0,1 and n != 0
        ksh:
          zero: n = 0
          one: n = 1
        iu naq sat se sma smi smj smn sms:
          one: n = 1
          two: n = 2
        shi:
          one: n = 0 or n = 1
          few: n = 2..10
        mo ro:
          one: n = 1
          few: n = 0 or n%100 = 2..19
        bs hr sh sr:
          one: n%10 = 1 and n%100 != 11
          few: n%10 = 2..4 and n%100 != 12..14
        fr:
          one: n = 0,1
          many: n != 0 and n%1000000 = 0
        pt:
          one: n = 0..1
          many: n != 0 and n%1000000 = 0
        es it:
          one: n = 1
          many: n != 0 and n%1000000 = 0
        gd:
          one: n = 1,11
          two: n = 2,12
          few: n = 3..10,13..19
        dsb hsb sl:
          one: n%100 = 1
          two: n%100 = 2
          few: n%100 = 3..4
        he iw:
          one: n = 1
          two: n = 2
          many: n != 0..10 and n%10 = 0
        cs sk:
          one: n = 1
          few: n = 2..4
        pl:
          one: n = 1
          few: n%10 = 2..4 and n%100 != 12..14
          many: n != 1 and n%10 = 0..1 or n%10 = 5..9 or n%100 = 12..14
        be ru uk:
          one: n%10 = 1 and n%100 != 11
          few: n%10 = 2..4 and n%100 != 12..14
          many: n%10 = 0 or n%10 = 5..9 or n%100 = 11..14
        lt:
          one: n%10 = 1 and n%100 != 11..19
          few: n%10 = 2..9 and n%100 != 11..19
        mt:
          one: n = 1
          few: n = 0 or n%100 = 2..10
          many: n%100 = 11..19
        br:
          one: n%10 = 1 and n%100 != 11,71,91
          two: n%10 = 2 and n%100 != 12,72,92
          few: n%10 = 3..4,9 and n%100 != 10..19,70..79,90..99
          many: n != 0 and n%1000000 = 0
        ga:
          one: n = 1
          two: n = 2
          few: n = 3..6
          many: n = 7..10
        gv:
          one: n%10 = 1
          two: n%10 = 2
          few: n%100 = 0,20,40,60,80
        kw:
          zero: n = 0
          one: n = 1
          two: n%100 = 2,22,42,62,82 or n%1000 = 0 and n%100000 = 1000..20000,40000,60000,80000 or n \
            != 0 and n%1000000 = 100000
          few: n%100 = 3,23,43,63,83
          many: n != 1 and n%100 = 1,21,41,61,81
        ar ars:
          zero: n = 0
          one: n = 1
          two: n = 2
          few: n%100 = 3..10
          many: n%100 = 11..99
        cy:
          zero: n = 0
          one: n = 1
          two: n = 2
          few: n = 3
          many: n = 6
        """
}
