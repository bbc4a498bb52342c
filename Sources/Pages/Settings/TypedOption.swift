/// One field of many in a form: what is in the file now, what its reader saw, and what was typed.
struct TypedOption {
    /// What the field shows.
    let value: String
    /// What is in the file now: sent along, so that it is known what was typed.
    let was: String
    /// What somebody else has written meanwhile, where the field shows something else.
    let theirs: String?

    /// - Parameter now: What is in the file.
    /// - Parameter text: What was filled in, where that is not in one field alone.
    init(_ name: String, now: String, typed: PageFields?, text: String? = nil) {
        was = now
        guard let typed, let text = text ?? typed.exactly("option-" + name),
            Self.isTouched(name, typed, text: text)
        else {
            (value, theirs) = (now, nil)
            return
        }
        value = text
        let seen = typed.exactly("was-" + name)
        theirs = seen != nil && seen != now && now != text ? now : nil
    }

    /// Whether somebody has typed into it; also true where it is not known what was there.
    static func isTouched(_ name: String, _ typed: PageFields, text: String? = nil) -> Bool {
        (text ?? typed.exactly("option-" + name))?.trimmed() != typed.exactly("was-" + name)?.trimmed()
    }
}
