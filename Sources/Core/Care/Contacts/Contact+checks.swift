extension Contact {
    /// The longest label, in characters.
    public static let longestLabel = 80
    /// For how long after the person is reached it may wait. Seconds.
    public static let afterRange = 0...3600
    /// The address of a push subscription has five parts at most; half as many again are no mistake of ours.
    private static let mostAddressFields = 8
    /// Code points of one part: addresses of push services have some hundred.
    private static let longestAddress = 2000

    /// What a person writes of it. Whether the channel can use the address, the channel says.
    public func check() throws(FieldProblem) {
        if let person { try FieldChecks.id(person, "person", mayHaveCapitals: true) }
        guard ContactChannel(rawValue: channel) != nil else {
            throw FieldProblem(
                "channel",
                "`\(channel.prefix(80))` is no channel: write one of \(ContactChannel.names.joined(separator: ", "))"
            )
        }
        try FieldChecks.name(label, "label", limit: Self.longestLabel)
        guard address.count <= Self.mostAddressFields else {
            throw FieldProblem(
                "address",
                "it has more than \(Self.mostAddressFields) fields: write only what the channel needs")
        }
        for (name, value) in address.sorted(by: { $0.key < $1.key }) { try Self.check(name, value) }
        try FieldChecks.number(after, "after", in: Self.afterRange, "seconds")
        guard sequence >= 0 else {
            throw FieldProblem(
                "sequence", "it is that of the contact as you have read it; 0 for a new one")
        }
    }

    private static func check(_ name: String, _ value: String) throws(FieldProblem) {
        let isName = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        }
        guard isName, (1...40).contains(name.utf8.count) else {
            throw FieldProblem("address", "`\(name.prefix(80))` is no field of an address")
        }
        let field = "address.\(name)"
        try FieldChecks.clean(value, field, limit: longestAddress)
        // It becomes part of lines of other protocols: a line end would begin another one.
        guard value.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw FieldProblem(field, "it holds a line end or a tab: write it in one line")
        }
    }
}
