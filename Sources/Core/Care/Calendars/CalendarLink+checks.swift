extension CalendarLink {
    /// Of its name, characters.
    public static let longestName = 120
    /// Longer than any name at a CalDAV server, characters.
    public static let longestUser = 500
    /// Longer than any UID that is taken over, bytes.
    static let longestUID = 64 * 1024
}

extension CalendarLink.Taking {
    /// - Parameter client: Whose calendar it is; `nil` for the household's.
    func check(of client: String?) throws(FieldProblem) {
        if let person { try FieldChecks.id(person, "taking.person", mayHaveCapitals: true) }
        try FieldChecks.number(allDayAt, "taking.all_day_at", in: 0...1439, "minutes after midnight")
        guard client != nil || !isClientsOwn else {
            throw FieldProblem(
                "taking.clients_own",
                "only a client's plan has it: leave it out, or write whose calendar it is as `client`")
        }
    }
}

extension NewCalendarLink {
    /// Throws where something in it cannot be.
    public func check() throws(FieldProblem) {
        if let client { try FieldChecks.id(client, "client", mayHaveCapitals: true) }
        try FieldChecks.name(name, "name", limit: CalendarLink.longestName)
        try FieldChecks.name(by, "by")
        guard kind.isRead || taking == nil else {
            throw FieldProblem("taking", "nothing is taken over of a calendar that is written: leave it out")
        }
        try taking?.check(of: client)
        let means = CalendarMeans(address: address, text: text, user: user, password: password)
        try means.check(kind)
        switch kind {
        case .link:
            guard address != nil else { throw FieldProblem("address", "write the calendar's address") }
        case .file:
            guard text != nil else { throw FieldProblem("text", "choose the file of a calendar") }
        case .dav, .davOut:
            guard address != nil else { throw FieldProblem("address", "write the calendar's address") }
            guard user != nil else { throw FieldProblem("user", "write the name that the server knows") }
            guard password != nil else { throw FieldProblem("password", "write the password") }
        }
    }
}

extension CalendarChange {
    /// Throws where something in it cannot be.
    ///
    /// - Parameter link: Of what it is a change.
    public func check(of link: CalendarLink) throws(FieldProblem) {
        try checkIsExpected()
        switch kind {
        case .pause, .resume, .remove: break
        case .now:
            guard link.kind != .file else {
                throw FieldProblem("kind", "a file is read once: `renew` it with another one")
            }
        case .set:
            guard name != nil || taking != nil else {
                throw FieldProblem("name", "write another name, or other ways of taking over as `taking`")
            }
            try FieldChecks.name(name, "name", limit: CalendarLink.longestName)
            guard link.kind.isRead || taking == nil else {
                throw FieldProblem(
                    "taking", "nothing is taken over of a calendar that is written: leave it out")
            }
            try taking?.check(of: link.client)
        case .renew: try checkMeans(of: link)
        case .keep, .end:
            guard link.kind.isRead else {
                throw FieldProblem("kind", "nothing vanishes of a calendar that is written: leave it out")
            }
            guard let event, !event.isEmpty, event.utf8.count <= CalendarLink.longestUID else {
                throw FieldProblem("event", "write the `uid` of what has vanished")
            }
        }
    }

    /// Each field belongs to some kinds alone.
    private func checkIsExpected() throws(FieldProblem) {
        guard kind == .remove || !keepsEvents else {
            throw FieldProblem("keep_events", "only what is removed keeps its events: leave it out")
        }
        guard kind == .set || (name == nil && taking == nil) else {
            throw FieldProblem(name == nil ? "taking" : "name", "only `set` has it: leave it out")
        }
        guard kind == .keep || kind == .end || event == nil else {
            throw FieldProblem("event", "only `keep` and `end` have it: leave it out")
        }
        guard kind == .renew || (address == nil && text == nil && user == nil && password == nil) else {
            throw FieldProblem(
                "kind", "only `renew` has an address, a text, a name or a password: leave them out")
        }
    }

    private func checkMeans(of link: CalendarLink) throws(FieldProblem) {
        try CalendarMeans(address: address, text: text, user: user, password: password).check(link.kind)
        switch link.kind {
        case .link:
            guard address != nil else { throw FieldProblem("address", "write the calendar's new address") }
        case .file:
            guard text != nil else { throw FieldProblem("text", "choose the file of a calendar") }
        case .dav, .davOut:
            guard address != nil || user != nil || password != nil else {
                throw FieldProblem("password", "write the new password, name or address")
            }
        }
    }
}

extension CalendarSearch {
    /// Throws where something in it cannot be.
    public func check() throws(FieldProblem) {
        try CalendarMeans(address: address, user: user, password: password).check(.dav)
    }
}

extension NewFeed {
    /// Throws where something in it cannot be.
    public func check() throws(FieldProblem) {
        if let client { try FieldChecks.id(client, "client", mayHaveCapitals: true) }
    }
}

/// By what a calendar is opened, as somebody wrote it. What is wrong with it is said without it.
private struct CalendarMeans {
    var address: String?
    var text: String?
    var user: String?
    var password: String?

    /// Throws for what this kind does not have, and for what cannot be.
    func check(_ kind: CalendarLink.Kind) throws(FieldProblem) {
        guard kind == .file || text == nil else {
            throw FieldProblem("text", "only a file has it: leave it out")
        }
        guard kind != .file || address == nil else {
            throw FieldProblem("address", "a file has none: leave it out")
        }
        guard kind.isDAV || (user == nil && password == nil) else {
            throw FieldProblem(
                user == nil ? "password" : "user", "only a calendar of a CalDAV server has it: leave it out")
        }
        if let address {
            try FieldChecks.name(address, "address", limit: CalendarLink.longestAddress)
        }
        if let text { try checkText(text) }
        if let user { try checkUser(user) }
        if let password { try checkPassword(password) }
    }

    private func checkText(_ text: String) throws(FieldProblem) {
        guard !text.isEmpty else { throw FieldProblem("text", "it is empty") }
        guard text.utf8.count <= CalendarLink.longestText else {
            throw FieldProblem(
                "text", "it is longer than \(CalendarLink.longestText / 1_048_576) MiB: export less of it")
        }
    }

    /// It stands before a colon, in a line of HTTP.
    private func checkUser(_ user: String) throws(FieldProblem) {
        try FieldChecks.name(user, "user", limit: CalendarLink.longestUser)
        guard Self.isOneLine(user), !user.contains(":") else {
            throw FieldProblem("user", "a name at a server is one line without a colon: write it once more")
        }
    }

    private func checkPassword(_ password: String) throws(FieldProblem) {
        guard !password.isEmpty else { throw FieldProblem("password", "write the password") }
        guard password.unicodeScalars.count <= CalendarLink.longestPassword, Self.isOneLine(password) else {
            throw FieldProblem(
                "password",
                "a password is one line of at most \(CalendarLink.longestPassword) characters: copy it once more"
            )
        }
    }

    private static func isOneLine(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
