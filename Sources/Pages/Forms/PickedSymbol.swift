import Care
import Wording

/// The symbol of a form in which one can be typed, or a picture chosen in its place.
///
/// A page's script lets what was said last count, and the two never differ. Without it nobody knows which was last: where a symbol was
/// typed and another picture chosen, it is asked.
struct PickedSymbol {
    /// What counts: the picture, unless a symbol was typed on the same page.
    let value: String
    let isTwice: Bool

    /// The name of the field with the symbol that was there when the form was drawn.
    static let before = "symbolBefore"

    init(_ fields: PageFields) {
        let typed = fields["symbol"] ?? ""
        let isTyped = !typed.isEmpty && typed != fields[Self.before] ?? ""
        guard let picked = fields["picked"] else {
            (value, isTwice) = (typed, false)
            return
        }
        isTwice = isTyped && typed != picked
        value = isTwice ? typed : picked
    }

    /// What is said where it is asked.
    static let twice = CareProblem(
        .notAcceptable,
        "a symbol is written here, and a picture is chosen: save again for what is written, or choose the picture again",
        field: "symbol")
}
