import Care
import Recurrence
import Wording

/// Why somebody does something, in their reader's language: what `Assignment.reason` says in English.
enum AssignmentText {
    /// What none of its forms is, as from a later Beckon, stays as it is.
    static func text(_ reason: String) -> Text { known(reason) ?? .verbatim(reason) }

    private static func known(_ reason: String) -> Text? {
        guard reason.hasSuffix(".") else { return nil }
        let words = reason.dropLast()
        if words == "Nobody: the list is empty" { return Text("assigned.nobody_listed") }
        if let why = words.after("Nobody: ") {
            return parts(why).map { Text("assigned.nobody", ["why": .text($0)]) }
        }
        if words == "Whoever takes it first" { return Text("assigned.free") }
        if let name = words.before(" took it") { return Text("assigned.took", ["name": named(name)]) }
        for (mark, form) in [(" got it from ", "assigned.got_from"), (" swapped with ", "assigned.swapped")] {
            guard let place = words.ranges(of: mark).last else { continue }
            return Text(
                form,
                ["name": named(words[..<place.lowerBound]), "other": named(words[place.upperBound...])])
        }
        if let place = words.ranges(of: " has had it least often in ").last,
            let days = words[place.upperBound...].before(" days").flatMap({ Int($0) })
        {
            return Text("assigned.least_often", count: days, ["name": named(words[..<place.lowerBound])])
        }
        for span in TurnSpan.allCases {
            guard let name = words.before("'s turn this \(span.rawValue)") else { continue }
            return Text("assigned.turn_this_\(span.rawValue)", ["name": named(name)])
        }
        if let name = words.after("Always ") { return Text("assigned.always", ["name": named(name)]) }
        if let name = words.before("'s turn again") {
            return Text("assigned.turn_again", ["name": named(name)])
        }
        if let name = words.before("'s turn: first in the list") {
            return Text("assigned.turn_first", ["name": named(name)])
        }
        for (mark, form) in [
            ("'s turn again: ", "assigned.turn_again_because"), ("'s turn: ", "assigned.turn_because"),
        ] {
            guard let place = words.firstRange(of: mark), let why = parts(words[place.upperBound...]) else {
                continue
            }
            return Text(form, ["name": named(words[..<place.lowerBound]), "why": .text(why)])
        }
        return nil
    }

    private static func named(_ name: Substring) -> Text.Value { .verbatim(String(name)) }

    /// "Anna had it on Monday, and Cleo is away"; `nil` if any of it is not known, as where a name has a comma.
    private static func parts(_ words: Substring) -> Text? {
        let parts = words.split(separator: ", ").map { $0.after("and ") ?? $0 }.map(part)
        let known = parts.compactMap(\.self)
        return known.isEmpty || known.count < parts.count ? nil : .list(known)
    }

    private static func part(_ words: Substring) -> Text? {
        if let id = words.after("nobody here has the id ") {
            return Text("assigned.no_such_id", ["id": named(id)])
        }
        if let name = words.before(" has left") { return Text("assigned.has_left", ["name": named(name)]) }
        if let name = words.before(" is away") { return Text("assigned.is_away", ["name": named(name)]) }
        if let place = words.ranges(of: " is away until ").last {
            return when(words[place.upperBound...], "assigned.away_until_", words[..<place.lowerBound])
        }
        for mark in [" had it on ", " had it at "] {
            guard let place = words.ranges(of: mark).last else { continue }
            return when(words[place.upperBound...], "assigned.had_it_", words[..<place.lowerBound])
        }
        return nil
    }

    /// With a time of the same day, a weekday or a date: `08:00`, `Monday`, `3 March`, `3 March 2025`.
    private static func when(_ words: Substring, _ form: String, _ name: Substring) -> Text? {
        let name = named(name)
        if let day = Weekday.allCases.first(where: { $0.name == words }) {
            return Text(form + "weekday", ["name": name, "weekday": .weekday(day)])
        }
        if let time = WallTime("2000-01-01T\(words)") {
            return Text(form + "time", ["name": name, "time": .time(time)])
        }
        let date = words.split(separator: " ")
        guard (2...3).contains(date.count), let number = Int(date[0]),
            let month = months.firstIndex(of: String(date[1]))
        else { return nil }
        var values = [
            "name": name, "day": .verbatim(String(number)), "month": .text(Text("format.month_\(month + 1)")),
        ]
        guard date.count == 3 else { return Text(form + "day", values) }
        values["year"] = named(date[2])
        return Text(form + "day_of_year", values)
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]
}

extension Substring {
    /// What follows this beginning; `nil` if it has another, or nothing follows.
    fileprivate func after(_ beginning: String) -> Substring? {
        hasPrefix(beginning) && count > beginning.count ? dropFirst(beginning.count) : nil
    }

    /// What stands before this end; `nil` if it has another, or nothing stands there.
    fileprivate func before(_ end: String) -> Substring? {
        hasSuffix(end) && count > end.count ? dropLast(end.count) : nil
    }
}
