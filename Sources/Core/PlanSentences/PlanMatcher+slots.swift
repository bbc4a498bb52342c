import Recurrence

extension PlanMatcher {
    /// What a slot matches at a place, found once.
    mutating func matches(_ slot: PlanSlot, at position: Int) -> [Found] {
        guard tokens.indices.contains(position), !tokens[position].isQuoted else { return [] }
        if let found = known[slot]?[position] { return found }
        // A pattern that began with its own slot would ask for itself: it finds nothing.
        known[slot, default: [:]][position] = []
        var found = slot.item.map { list(of: $0, slot, at: position) } ?? single(slot, at: position)
        var seen: [(Int, PlanValue)] = []
        found = found.filter { one in
            guard !seen.contains(where: { $0 == (one.end, one.value) }) else { return false }
            seen.append((one.end, one.value))
            return true
        }
        known[slot, default: [:]][position] = found
        return found
    }

    private mutating func single(_ slot: PlanSlot, at position: Int) -> [Found] {
        var found = builtIn(slot, at: position)
        if let trie = grammar.tries[slot] {
            for (rule, step) in follow(trie, from: position) {
                guard let value = rule.value(PlanCaptures(values: step.values), clock: grammar.words.clock)
                else {
                    continue
                }
                var one = Found(
                    end: step.position, value: value, isSure: step.isSure && !rule.isUnsure(value),
                    corrections: step.corrections)
                found.append(one)
                let isAbbreviation: Bool =
                    switch rule {
                    case .entry(.weekdaysShort, _), .entry(.monthsShort, _): true
                    default: false
                    }
                if isAbbreviation, tokens.indices.contains(one.end), tokens[one.end].mark == "." {
                    one.end += 1
                    one.isSure = true
                    found.append(one)
                }
            }
        }
        switch slot {
        case .weekday, .month, .habit: found += corrected(slot, at: position)
        case .time: found += matches(.clock, at: position)
        case .anyTime: found += matches(.time, at: position) + hours(at: position)
        case .ordinal: found += ordinalNumbers(at: position)
        case .day: found += plainDays(at: position)
        case .anyDay: found += matches(.day, at: position)
        default: break
        }
        return found
    }

    private mutating func list(of item: PlanSlot, _ slot: PlanSlot, at position: Int) -> [Found] {
        var found: [Found] = []
        var lasts = matches(item, at: position)
        var entries = 1
        while !lasts.isEmpty {
            found += lasts
            guard entries < Self.longestList else { break }
            entries += 1
            var nexts: [Found] = []
            for last in lasts {
                var starts = Set(follow(grammar.joins, from: last.end).map(\.step.position))
                // ", and": two joining words.
                for start in starts {
                    starts.formUnion(follow(grammar.joins, from: start).map(\.step.position))
                }
                if item == .weekday { starts.insert(last.end) }
                for start in starts.sorted() {
                    for next in matches(item, at: start) {
                        if item == .anyTime, countsUnknown(next, from: start, inListAt: position) { continue }
                        // "Monday, 5 March" is one day and "an hour and 10 minutes" one amount, not a list of two.
                        guard !nexts.contains(where: { $0.end == next.end }),
                            !found.contains(where: { $0.end == next.end }),
                            let value = last.value.appending(next.value)
                        else { continue }
                        nexts.append(
                            Found(
                                end: next.end, value: value,
                                isSure: last.isSure || next.isSure || item == .weekday,
                                corrections: last.corrections + next.corrections))
                    }
                }
            }
            lasts = nexts
        }
        return found
    }

    /// What needs no words: digits.
    private mutating func builtIn(_ slot: PlanSlot, at position: Int) -> [Found] {
        if slot == .hour, tokens[position].word != nil {
            return matches(.number, at: position).compactMap { found in
                guard case .numbers(let said) = found.value, let hour = said.first, hour <= 24 else {
                    return nil
                }
                return Found(end: found.end, value: .hour(hour, digits: 1), isSure: false)
            }
        }
        if slot == .people {
            return people.matches(
                tokens, at: position, join: { self.join(at: $0) }, either: { self.either(at: $0) })
        }
        guard case .number(let number, let digits) = tokens[position].kind else { return [] }
        func one(_ value: PlanValue, sure: Bool = false) -> [Found] {
            [Found(end: position + 1, value: value, isSure: sure)]
        }
        switch slot {
        case .number: return digits <= 4 ? one(.numbers([number])) : []
        case .halves:
            guard tokens.count > position + 2, let mark = tokens[position + 1].mark,
                mark == "." || mark == ",",
                tokens[position + 2].kind == .number(5, digits: 1), digits <= 2
            else { return [] }
            return [Found(end: position + 3, value: .halves(number * 2 + 1), isSure: false)]
        case .hour: return digits <= 2 ? one(.hour(number, digits: digits)) : []
        case .minute: return digits == 2 ? one(.minute(number)) : []
        case .dayNumber: return digits <= 2 && number >= 1 ? one(.dayNumber(number)) : []
        case .monthNumber: return digits <= 2 && number >= 1 ? one(.monthNumber(number)) : []
        case .year:
            return digits == 4 ? one(.year(number)) : digits == 2 ? one(.year(2000 + number)) : []
        case .fullYear: return digits == 4 ? one(.year(number)) : []
        case .date:
            // 2026-03-05
            guard digits == 4, tokens.count > position + 4, tokens[position + 1].mark == "-",
                case .number(let month, 2) = tokens[position + 2].kind, tokens[position + 3].mark == "-",
                case .number(let day, 2) = tokens[position + 4].kind
            else { return [] }
            let date = SpokenDate(year: number, month: month, day: day)
            return [Found(end: position + 5, value: .dates([date]), isSure: true)]
        default: return []
        }
    }

    /// A bare hour is one only where it cannot count anything.
    private mutating func hours(at position: Int) -> [Found] {
        matches(.hour, at: position).compactMap { hour in
            // "un" is a word of its own far more often than one o'clock.
            guard case .hour(let value, let digits) = hour.value, value < 24, !isCounted(at: hour.end),
                matches(.one, at: position).isEmpty
            else { return nil }
            var found = hour
            found.isSure = false
            found.value = .times([SpokenTime.said(value, digits: digits, minute: 0)])
            return found
        }
    }

    /// Whether an hour of a list only counts something that no pattern knows: "every day at 18, 5 drops". Before the title it may be the
    /// title that follows: "at 8, 18 pills".
    private func countsUnknown(_ hour: Found, from start: Int, inListAt position: Int) -> Bool {
        func isUnknown(_ index: Int) -> Bool {
            guard tokens.indices.contains(index), let word = tokens[index].word else { return false }
            return !grammar.vocabulary.contains(word) && !people.words.contains(word)
        }
        guard hour.end == start + 1, case .number = tokens[start].kind, isUnknown(hour.end) else {
            return false
        }
        return tokens[..<position].contains(where: \.isQuoted) || (0..<position).contains(where: isUnknown)
    }

    /// Whether what follows a number says that it counts something: "8 days", "10 times", "8 May", "8.5".
    private mutating func isCounted(at position: Int) -> Bool {
        guard tokens.indices.contains(position) else { return false }
        if !matches(.unit, at: position).isEmpty || !matches(.month, at: position).isEmpty { return true }
        guard let mark = tokens[position].mark, tokens.indices.contains(position + 1),
            tokens[position + 1].range.lowerBound == tokens[position].range.upperBound
        else { return false }
        if case .number = tokens[position + 1].kind { return ".:/,".contains(mark) } else { return false }
    }

    private mutating func ordinalNumbers(at position: Int) -> [Found] {
        guard case .number(let number, let digits) = tokens[position].kind, digits <= 2,
            (1...31).contains(number)
        else { return [] }
        return follow(grammar.ordinalMarks, from: position + 1).map { _, step in
            Found(end: step.position, value: .ordinals([number]), isSure: false)
        }
    }

    /// Whether a number only continues another one, as the minutes of 12:30 do: no phrase begins there.
    func isInsideNumber(_ position: Int) -> Bool {
        guard position >= 2, case .number = tokens[position].kind, let mark = tokens[position - 1].mark,
            case .number = tokens[position - 2].kind
        else { return false }
        return ":.,/".contains(mark)
            && tokens[position - 2].range.upperBound == tokens[position - 1].range.lowerBound
            && tokens[position - 1].range.upperBound == tokens[position].range.lowerBound
    }

    /// Weekdays, dates and days from today on are days without a pattern.
    private mutating func plainDays(at position: Int) -> [Found] {
        matches(.weekday, at: position).compactMap { found in
            guard case .weekdays(let weekdays) = found.value else { return nil }
            var day = found
            day.value = .days(weekdays.map(SpokenDay.weekday))
            return day
        }
            + matches(.date, at: position).compactMap { found in
                guard case .dates(let dates) = found.value else { return nil }
                var day = found
                day.value = .days(dates.map { .date($0, on: nil) })
                return day
            } + matches(.relative, at: position)
    }

    /// Whether a word that is none of the language's looks like one of them with one slip of the finger.
    func isMistyped(_ position: Int) -> Bool {
        guard let word = tokens[position].word, (5...20).contains(word.count),
            !grammar.vocabulary.contains(word), !people.words.contains(word)
        else { return false }
        let typed = Array(word)
        return grammar.vocabulary.contains { $0.count >= 5 && PlanFolding.isOneSlip(typed, from: Array($0)) }
    }

    /// A weekday or month with one slip of the finger; none where two could be meant, or where the word has a meaning of its own.
    private func corrected(_ slot: PlanSlot, at position: Int) -> [Found] {
        guard let word = tokens[position].word, (4...20).contains(word.count),
            !grammar.vocabulary.contains(word),
            !people.words.contains(word)
        else { return [] }
        let typed = Array(word)
        let near = grammar.correctable.filter { PlanFolding.isOneSlip(typed, from: $0.letters) }
        let meanings = Set(near.map(\.value))
        guard meanings.count == 1, let meant = near.first(where: { $0.slot == slot }) else { return [] }
        let weekday = Weekday(rawValue: meant.value)
        guard slot != .month else {
            let correction = Correction(token: position, meant: .mistypedMonth(meant.value))
            return [
                Found(end: position + 1, value: .month(meant.value), isSure: false, corrections: [correction])
            ]
        }
        return weekday.map { weekday in
            [
                Found(
                    end: position + 1, value: .weekdays([weekday]), isSure: true,
                    corrections: [Correction(token: position, meant: .mistypedWeekday(weekday))])
            ]
        } ?? []
    }
}
