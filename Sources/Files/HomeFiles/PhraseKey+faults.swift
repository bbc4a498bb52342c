public import Care

extension PhraseKey {
    /// What a station says of a fault that begins, or is over: the kind's own word, such as `fault_sound_lost_over`.
    public init(_ kind: FaultKind, isOver: Bool) {
        let name = "fault_\(kind.rawValue)\(isOver ? "_over" : "")"
        guard let key = PhraseKey(rawValue: name) else { preconditionFailure("there is no phrase \(name)") }
        self = key
    }
}
