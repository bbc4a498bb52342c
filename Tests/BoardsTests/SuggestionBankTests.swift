import Boards
import FoundationEssentials
import StaffFiles
import Testing

private func bank(_ suggestions: String, groups: String = "") -> String {
    "language: en\ngroups:\n  - label: Out\n    suggestions:\n\(suggestions)\n\(groups)"
}

private func findings(_ text: String) -> [String] {
    SuggestionBankReader().read(Array(text.utf8), file: "suggestions.en.yaml").findings.map(\.description)
}

private func shipped(_ language: String) throws -> SuggestionBank {
    let name = "suggestions.\(language).yaml"
    let data = try #require(FileManager.default.contents(atPath: shippedFolder + "/" + name))
    let (bank, findings) = SuggestionBankReader().read(Array(data), file: name)
    #expect(FindingReport(findings).text == "")
    return try #require(bank)
}

@Suite struct SuggestionBankTests {
    @Test("A bank reads into its suggestions with all that is left out filled in")
    func aBankReadsIntoItsSuggestions() {
        let text = bank(
            """
                  - { id: swimming, label: Swimming, symbol: 🏊, say: "I would like to swim.", called: a swim }
                  - { label: The sea, cue: Sea }
            """)
        let bank = SuggestionBankReader().read(Array(text.utf8), file: "f").bank
        let swim = SuggestionBank.Suggestion(
            id: "swimming", label: "Swimming", cue: "Swimming", say: "I would like to swim.",
            called: "a swim",
            symbol: "🏊")
        let sea = SuggestionBank.Suggestion(
            id: "the-sea", label: "The sea", cue: "Sea", say: "The sea", called: "the sea", symbol: nil)
        let group = SuggestionBank.Group(
            id: "out", label: "Out", cue: "Out", symbol: nil, suggestions: [swim, sea])
        #expect(bank == SuggestionBank(language: "en", groups: [group]))
        #expect(bank?["the-sea"] == sea)
        #expect(bank?["the-lake"] == nil)
    }

    @Test(
        "A mistake is told with its place",
        arguments: [
            ("", "1:1: error: this file is empty: a bank of suggestions needs `language` and `groups`"),
            (
                "langauge: en\ngroups: [{ label: A, suggestions: [{ label: B }] }]",
                "1:1: error: unknown key `langauge`: did you mean `language`?"
            ),
            (
                "language: mb-de6\ngroups: [{ label: A, suggestions: [{ label: B }] }]",
                "1:11: error: `mb-de6` is not a language tag, such as `en-GB`: it is a voice's name"
            ),
            ("language: en\ngroups: []", "2:1: error: this bank has no groups: give it some"),
            (
                "language: en\ngroups:\n  - label: A\n    suggestions: []",
                "4:5: error: this group is empty: give it suggestions, or delete it"
            ),
            (
                bank("      - { lable: Sea }"), "5:11: error: unknown key `lable`: did you mean `label`?"
            ),
            (
                bank("      - { id: sea, label: Sea }\n      - { id: sea, label: Lake }"),
                "6:11: error: the id `sea` is taken by the suggestion in line 5: write another"
            ),
            (
                bank(
                    "      - { id: a, label: Sea }",
                    groups: "  - label: More\n    suggestions:\n      - { id: b, label: SEA }"),
                "8:18: error: `SEA` is already in line 5: delete one, or give it another label"
            ),
            (
                bank("      - { label: Sea, symbol: sea.png }"),
                "5:31: error: a suggestion's symbol is one emoji: a picture can be given to it on the board"
            ),
            (
                bank("      - { label: \(String(repeating: "sea ", count: 30)) }"),
                "5:18: error: `label` has 119 characters, at most 80 can be listened to: write a shorter one"
            ),
            (
                bank("      - { label: Sea, request: normal }"),
                "5:23: error: unknown key `request`: a suggestion has `id`, `label`, `symbol`, `cue`, `say`, `called`"
            ),
        ])
    func aMistakeIsToldWithItsPlace(text: String, finding: String) {
        #expect(findings(text).first == "suggestions.en.yaml:" + finding)
    }

    @Test("Two that sound alike in a group, and a group too long to wait for, are told")
    func twoThatSoundAlikeAndALongGroupAreTold() {
        #expect(
            findings(bank("      - { id: a, label: Sea }\n      - { id: b, label: Lake, cue: Sea! }")) == [
                "suggestions.en.yaml:6:31: error: this sounds the same as line 5, `Sea`: give one of them another `cue`"
            ])
        let many = (1...21).map { "      - { label: Place \($0) }" }.joined(separator: "\n")
        #expect(
            findings(bank(many)) == [
                "suggestions.en.yaml:4:5: warning: 21 suggestions in one group: scanning offers one after the other, so put some into another group, 20 should do"
            ])
    }

    @Test("The shipped banks have three hundred suggestions each, in groups that one can listen to")
    func theShippedBanksHaveThreeHundred() throws {
        for language in ["en", "de", "fr", "es", "tr"] {
            let bank = try shipped(language)
            #expect(bank.groups.flatMap(\.suggestions).count >= 300)
            #expect((15...25).contains(bank.groups.count))
            for group in bank.groups {
                #expect(group.symbol != nil, "\(group.id)")
                for one in group.suggestions {
                    #expect(one.symbol != nil, "\(one.id)")
                    #expect(one.say.last.map { ".?!".contains($0) } == true, "\(one.id): \(one.say)")
                }
            }
        }
    }

    @Test("All banks hold the same suggestions in the same places", arguments: ["de", "fr", "es", "tr"])
    func allBanksHoldTheSame(language: String) throws {
        let (english, translated) = (try shipped("en"), try shipped(language))
        #expect(english.groups.map(\.id) == translated.groups.map(\.id))
        for (one, other) in zip(english.groups, translated.groups) {
            #expect(one.suggestions.map(\.id) == other.suggestions.map(\.id))
            #expect(one.suggestions.map(\.symbol) == other.suggestions.map(\.symbol))
        }
    }

    @Test(
        "Nothing in a bank is on the shipped boards already",
        arguments: [
            ("en", "home.yaml"), ("de", "home.de.yaml"), ("fr", "home.fr.yaml"), ("es", "home.es.yaml"),
            ("tr", "home.tr.yaml"),
        ])
    func nothingInABankIsOnTheBoardsAlready(language: String, board: String) throws {
        let loader = StaffFileLoader { path, limit in
            FileManager.default.contents(atPath: path).map { .success(Array($0.prefix(limit))) }
                ?? .failure(.init("does not exist"))
        }
        let set = try #require(BoardReader(loader: loader).read(shippedFolder + "/" + board).boards)
        func all(_ items: [BoardItem]) -> [BoardItem] {
            items.flatMap { if case .group(let inside) = $0.action { [$0] + all(inside) } else { [$0] } }
        }
        let items = set.boards.values.flatMap { all($0.items) }
        let bank = try shipped(language)
        let ids = bank.groups.map(\.id) + bank.groups.flatMap { $0.suggestions.map(\.id) }
        #expect(Set(ids).intersection(items.map(\.id)) == [])
        let labels = bank.groups.flatMap { $0.suggestions.map { $0.label.lowercased() } }
        #expect(Set(labels).intersection(items.map { $0.label.lowercased() }) == [])
    }
}
