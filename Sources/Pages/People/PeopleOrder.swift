import Care

extension Sequence where Element == Person {
    /// In the order in which lists and forms have people: by their names.
    func byName() -> [Person] {
        sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }
}
