extension Screen {
    /// What is kept of a screen is bounded, however wrong a kiosk may be.
    static let mostCells = 400
    static let mostRequests = 200

    private static func checkTime(_ text: String?, _ field: String) throws(FieldProblem) {
        guard let text else { return }
        guard ScreenLook.isTimeOfDay(text) else {
            throw FieldProblem(field, "this is not a time of day such as 21:00")
        }
    }

    public func check() throws(FieldProblem) {
        guard number >= 0 else { throw FieldProblem("number", "it is below 0") }
        try FieldChecks.text(client, "client")
        try FieldChecks.text(language, "language", limit: FieldChecks.longestID)
        try FieldChecks.number(level.columns, "level.columns", in: 1...100, "columns")
        let cells = level.rows.flatMap(\.cells)
        guard cells.count <= Self.mostCells, level.rows.count <= Self.mostCells else {
            throw FieldProblem("level.rows", "more than \(Self.mostCells) cards")
        }
        for cell in cells + level.rows.compactMap(\.group) {
            try FieldChecks.text(cell.id, "level.rows.cells.id")
            try FieldChecks.clean(cell.label, "level.rows.cells.label", limit: FieldChecks.longText)
        }
        guard requests.count <= Self.mostRequests else {
            throw FieldProblem("requests", "more than \(Self.mostRequests)")
        }
        if let day = look.dayBrightness {
            try FieldChecks.number(day, "look.day_brightness", in: 10...100, "percent")
        }
        if let night = look.nightBrightness {
            try FieldChecks.number(night, "look.night_brightness", in: 10...100, "percent")
        }
        try Self.checkTime(look.nightFrom, "look.night_from")
        try Self.checkTime(look.nightUntil, "look.night_until")
        if let answer {
            try FieldChecks.text(answer.request, "answer.request")
            if let who = answer.who {
                try FieldChecks.clean(who, "answer.who", limit: FieldChecks.longText)
            }
            try FieldChecks.clean(answer.words, "answer.words", limit: FieldChecks.longText)
            try FieldChecks.clean(answer.label, "answer.label", limit: FieldChecks.longText)
        }
        if let celebration {
            try FieldChecks.clean(celebration.words, "celebration.words", limit: FieldChecks.longText)
            try FieldChecks.clean(celebration.label, "celebration.label", limit: FieldChecks.longText)
        }
        if let exercise {
            try FieldChecks.clean(exercise.label, "exercise.label", limit: FieldChecks.longText)
            if let things = exercise.things, things.count > Exercise.mostThings {
                throw FieldProblem("exercise.things", "more than \(Exercise.mostThings)")
            }
            if let breath = exercise.breath {
                try FieldChecks.clean(breath.words, "exercise.breath.words", limit: FieldChecks.longText)
                try FieldChecks.number(
                    breath.milliseconds, "exercise.breath.milliseconds", in: 1...60_000, "milliseconds")
            }
        }
        if let waiting {
            try FieldChecks.clean(waiting.who, "waiting.who", limit: FieldChecks.longText)
            try FieldChecks.clean(waiting.words, "waiting.words", limit: FieldChecks.longText)
            if let since = waiting.since { try PlannedTimes.check(since, "waiting.since") }
        }
        if let saying {
            try FieldChecks.clean(saying.words, "saying.words", limit: FieldChecks.longText)
            if let video = saying.video {
                try FieldChecks.clean(video, "saying.video", limit: EncouragementDeck.longestKey)
            }
            if let by = saying.by { try FieldChecks.clean(by, "saying.by", limit: FieldChecks.longText) }
        }
        if let link {
            try FieldChecks.clean(link.words, "link.words", limit: FieldChecks.longText)
            try FieldChecks.clean(link.address, "link.address", limit: FieldChecks.longText)
            // A screen makes a link of it.
            guard link.address.hasPrefix("https://") else {
                throw FieldProblem("link.address", "write an address that begins with https")
            }
        }
        if let notWorking { try FieldChecks.clean(notWorking, "not_working", limit: FieldChecks.longText) }
        if let highlight {
            guard level.rows.indices.contains(highlight.row) else {
                throw FieldProblem("highlight.row", "there is no such row")
            }
            if let cell = highlight.cell {
                guard level.rows[highlight.row].cells.indices.contains(cell) else {
                    throw FieldProblem("highlight.cell", "there is no such card")
                }
            }
        }
    }

    /// Whether what a touch names is still open; at rest every touch wakes.
    public func takes(_ tap: ScreenTap) -> Bool {
        guard tap.screen <= number else { return false }
        if tap.cell == Self.answerCell { return askingSince.map { $0 <= tap.screen } ?? false }
        return tap.screen >= level.since
    }
}
