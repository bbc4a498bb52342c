import Care
import Wording

extension NeedKind {
    /// As people call it: what the home has written, in every language the same.
    var words: Text {
        switch self {
        case .physical: Text("needs.kind_physical")
        case .social: Text("needs.kind_social")
        case .emotional: Text("needs.kind_emotional")
        case .own(let words): .verbatim(words)
        }
    }

    /// What somebody has typed: their language's word for a known kind is that kind.
    static func typed(_ text: String, _ call: PageCall) -> NeedKind {
        known.first { call.say($0.words).lowercased() == text.lowercased() } ?? NeedKind(text)
    }
}

/// One kind to show alone, with how much there is of it.
struct KindChoice {
    let name: Text
    let path: String
    let count: Int
    let isHere: Bool

    /// Those of which there is something, with all in front of them; none where there are no kinds yet.
    ///
    /// - Parameters:
    ///   - counts: By kind; `nil` is without a kind.
    ///   - path: Where a kind is shown alone; of all where it is `nil`.
    static func choices(
        _ counts: [(kind: NeedKind?, count: Int)], shown: HistorySearch.KindOfNeed?,
        path: (HistorySearch.KindOfNeed?) -> String
    ) -> [KindChoice] {
        guard shown != nil || counts.contains(where: { $0.kind != nil }) else { return [] }
        let all = counts.reduce(0) { $0 + $1.count }
        return [KindChoice(name: Text("needs.every_kind"), path: path(nil), count: all, isHere: shown == nil)]
            + counts.map { kind, count in
                let of = kind.map(HistorySearch.KindOfNeed.these) ?? HistorySearch.KindOfNeed.none
                return KindChoice(
                    name: kind?.words ?? Text("needs.no_kind"), path: path(of), count: count,
                    isHere: of == shown)
            }
    }

    static let template = """
        {{#hasKinds}}<div class="row kinds" role="group" aria-label="[[needs.which_kind]]">{{#kindChoices}}\
        <a class="button{{#isHere}} here{{/isHere}}" href="{{path}}"{{#isHere}} aria-current="true"{{/isHere}}>{{name}} <span class="count">{{count}}</span></a>
        {{/kindChoices}}</div>{{/hasKinds}}
        """
}
