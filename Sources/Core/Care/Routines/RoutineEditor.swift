import FoundationEssentials
import Recurrence

/// Changes the content of one routine.
struct RoutineEditor {
    let content: RoutineContent
    let zone: ZoneRules
    /// As its rules have it, without overrides.
    let plain: RoutinePlan
    /// Of the content that is put in.
    let newZone: ZoneRules?
    let lastDone: Date?
    let lastKey: OccurrenceKey?

    /// Where a routine is cut in two.
    struct Split {
        var before: RoutineContent
        /// The first occurrence behind the cut.
        var first: PlannedTime
        /// The cut: what is before it stays.
        var cut: OccurrenceKey
    }

    init(
        _ content: RoutineContent, zone: ZoneRules?, newZone: ZoneRules?, lastDone: Date?,
        of key: OccurrenceKey?
    ) throws(RoutineChangeError) {
        guard let zone else {
            throw .unreadable(
                "the zone \(content.schedule.zone) is no longer known to this machine: install `tzdata`")
        }
        self.content = content
        self.zone = zone
        self.newZone = newZone
        self.lastDone = lastDone
        lastKey = key
        var plain = content
        plain.schedule.changes = []
        self.plain = try Self.plan(plain, zone, lastDone, key)
    }

    private static func plan(
        _ content: RoutineContent, _ zone: ZoneRules, _ lastDone: Date?, _ key: OccurrenceKey?
    ) throws(RoutineChangeError) -> RoutinePlan {
        do {
            return try RoutinePlan(content, zone: zone, lastDone: lastDone, of: key)
        } catch { throw .unreadable(error.description) }
    }

    // MARK: - One occurrence

    func overriding(
        _ key: OccurrenceKey, to: WallTime?, edit: OccurrenceEdit?
    ) throws(RoutineChangeError) -> RoutineContent {
        let time = try time(key, of: plain)
        var content = content
        if let edit {
            removeEdit(of: time.key, from: &content)
            if !edit.isEmpty { content.edits.append(.init(of: time.key, edit: edit)) }
            guard content.edits.count <= OccurrenceEdit.most else {
                throw .field(
                    FieldProblem(
                        "edit",
                        "this routine keeps \(OccurrenceEdit.most) single-date changes already: remove past ones"
                    ))
            }
            guard to != nil else {
                // One that was cancelled is not there to be different.
                _ = try self.time(key, of: try Self.plan(content, zone, lastDone, lastKey))
                return content
            }
        }
        remove(time.key, from: &content.schedule.changes)
        if to != time.local || time.key.offset != nil {
            content.schedule.changes.append(.init(of: time.key, to: to))
        }
        // What was moved too often is said now, not when it is due.
        _ = try Self.plan(content, zone, lastDone, lastKey)
        return content
    }

    func restoring(_ key: OccurrenceKey) throws(RoutineChangeError) -> RoutineContent {
        var content = content
        remove(key, from: &content.schedule.changes)
        removeEdit(of: key, from: &content)
        content.schedule.except.removeAll { place($0) == place(key) }
        var plain = content
        plain.schedule.changes = []
        _ = try time(key, of: try Self.plan(plain, zone, lastDone, lastKey))
        return content
    }

    private func remove(_ key: OccurrenceKey, from changes: inout [RecurrenceSet.Change]) {
        changes.removeAll { place($0.of) == place(key) }
    }

    private func removeEdit(of key: OccurrenceKey, from content: inout RoutineContent) {
        content.edits.removeAll { place($0.of) == place(key) }
    }

    private func time(_ key: OccurrenceKey, of plan: RoutinePlan) throws(RoutineChangeError) -> PlannedTime {
        do {
            guard let time = try plan.time(key) else { throw RoutineChangeError.notAnOccurrence(key) }
            return time
        } catch let error as RoutineChangeError {
            throw error
        } catch { throw .unreadable("\(error)") }
    }

    private func place(_ key: OccurrenceKey) -> Int64 { RoutineSpan.place(key, content.schedule, zone) }

    // MARK: - All, and all that follow

    /// Other content in the same part of the series.
    func replacing(with new: RoutineContent) -> RoutineContent {
        var new = new
        new.beginsWith = content.beginsWith.map { moved($0) }
        new.endsBefore = content.endsBefore.map { moved($0) }
        guard let newZone, newZone.id != zone.id, !new.schedule.isElapsed else { return new }
        Self.name(&new, inZone: newZone.id)
        return new
    }

    /// The same where the old content's zone or rules cannot be worked out any more: by local times alone.
    static func replacingUnreadable(_ old: RoutineContent, with new: RoutineContent) -> RoutineContent {
        var new = new
        (new.beginsWith, new.endsBefore) = (old.beginsWith, old.endsBefore)
        let zone = new.schedule.zone
        guard zone != old.schedule.zone else { return new }
        new.beginsWith = new.beginsWith?.inZone(zone)
        new.endsBefore = new.endsBefore?.inZone(zone)
        if !new.schedule.isElapsed { name(&new, inZone: zone) }
        return new
    }

    /// In another zone the same local start is the same occurrence: what was said of it still holds.
    private static func name(_ content: inout RoutineContent, inZone zone: String) {
        for index in content.schedule.changes.indices {
            content.schedule.changes[index].of = content.schedule.changes[index].of.inZone(zone)
        }
        content.schedule.except = content.schedule.except.map { $0.inZone(zone) }
        for index in content.edits.indices { content.edits[index].of = content.edits[index].of.inZone(zone) }
    }

    /// `nil`: nothing is due before this occurrence.
    ///
    /// The cut is the beginning of the occurrence's day, so that "from Monday on at seven instead of eight" is due on Monday
    /// once. Where something else is due earlier on that day, the cut is the occurrence itself.
    func split(at key: OccurrenceKey) throws(RoutineChangeError) -> Split? {
        let first = try time(key, of: plain)
        let morning = OccurrenceKey(
            WallTime(clamping: Int64(first.key.local.day.number) * 86_400), zone: zone.id)
        let isFirst: Bool
        let isFirstOfDay: Bool
        do {
            isFirst = try !plain.hasAny(before: place(first.key))
            isFirstOfDay = try !plain.hasAny(from: place(morning), before: place(first.key))
        } catch { throw .unreadable(error.description) }
        if isFirst { return nil }
        let cut = isFirstOfDay ? morning : first.key
        var before = content
        before.endsBefore = cut
        before.schedule.changes.removeAll { place($0.of) >= place(cut) }
        before.schedule.except.removeAll { place($0) >= place(cut) }
        before.edits.removeAll { place($0.of) >= place(cut) }
        return Split(before: before, first: first, cut: cut)
    }

    /// The part after a split. Its times continue as before; overrides move with them if they still fit.
    func following(
        _ split: Split, as new: RoutineContent
    ) throws(RoutineChangeError) -> RoutineContent {
        var new = replacing(with: new)
        let cut = moved(split.cut)
        // A start on that very day is meant; one from before says nothing about where this part begins.
        let start = new.schedule.start
        let isMeant =
            start.day == cut.local.day && start < cut.local && content.schedule.start.day < start.day
        new.beginsWith = isMeant ? OccurrenceKey(start, zone: cut.zone) : cut
        let newZone = newZone ?? zone
        let goesElsewhere = newZone.id != zone.id && !new.schedule.isElapsed
        func named(_ key: OccurrenceKey) -> OccurrenceKey { goesElsewhere ? key.inZone(newZone.id) : key }
        let isSilent = new.schedule.changes.isEmpty && new.schedule.except.isEmpty && new.edits.isEmpty
        // What was said of single dates before stays there: this part may be another client's.
        let schedule = new.schedule
        let begin = RoutineSpan.place(new.beginsWith ?? cut, schedule, newZone)
        func isBefore(_ key: OccurrenceKey) -> Bool { RoutineSpan.place(key, schedule, newZone) < begin }
        new.schedule.changes.removeAll { isBefore($0.of) }
        new.schedule.except.removeAll(where: isBefore)
        new.edits.removeAll { isBefore($0.of) }
        if isSilent {
            let fitting = try Self.plan(new, newZone, lastDone, lastKey)
            do {
                for change in content.schedule.changes where place(change.of) >= place(split.cut) {
                    let key = named(change.of)
                    if try fitting.time(key) != nil {
                        new.schedule.changes.append(.init(of: key, to: change.to))
                    }
                }
                for key in content.schedule.except where place(key) >= place(split.cut) {
                    let key = named(key)
                    if try fitting.time(key) != nil { new.schedule.except.append(key) }
                }
                for kept in content.edits where place(kept.of) >= place(split.cut) {
                    let key = named(kept.of)
                    if try fitting.time(key) != nil { new.edits.append(.init(of: key, edit: kept.edit)) }
                }
            } catch { throw .unreadable("\(error)") }
        }
        var plain = new
        plain.schedule.changes = []
        plain.schedule.except = []
        do {
            guard try Self.plan(plain, newZone, lastDone, lastKey).hasAny(before: nil) else {
                throw RoutineChangeError.field(
                    FieldProblem(
                        "content.schedule",
                        "nothing of it is due from \(split.first.key.local) on: write a start on that day, or leave `content` out to end the routine"
                    ))
            }
        } catch let error as RoutineChangeError {
            throw error
        } catch { throw .unreadable("\(error)") }
        return new
    }

    /// Where a part begins or ends once it goes by the new zone: at the same local time, as its occurrences keep theirs; for
    /// what repeats as elapsed time, at the same instant.
    private func moved(_ key: OccurrenceKey) -> OccurrenceKey {
        guard let new = newZone, new.id != key.zone else { return key }
        guard content.schedule.isElapsed else { return key.inZone(new.id) }
        let second = key.offset.map { key.local.seconds - Int64($0) } ?? zone.second(of: key.local)
        return OccurrenceKey(new.local(ofSecond: second), zone: new.id)
    }
}
