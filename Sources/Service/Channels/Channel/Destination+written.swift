extension Destination {
    /// What stands in a field; `nil` where it is empty, as forms send it.
    static func written(_ name: String, in values: [String: String]) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether it is asked about the home's settings alone.
    var isOnlySettings: Bool { address.isEmpty && secrets.isEmpty }
}
