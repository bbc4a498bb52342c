public import FoundationEssentials
public import Recurrence

extension Routine {
    /// The routine after a change, and the one that goes on from there, if it was split.
    ///
    /// What has happened is written down with each occurrence and does not change. `sequence` is left for the store to set;
    /// turns, and when it was last done, are told from the whole series.
    ///
    /// - `one`, `restore`: an override in the schedule, or what differs this time; or their end.
    /// - `following`: this part ends before the occurrence, and `continuation` begins with it. If nothing is due before
    ///   that occurrence, it is a change of all.
    /// - `all`: the content, or the end of the routine. Times that have passed meanwhile are not made up for.
    ///
    /// - Parameters:
    ///   - zones: The clocks of a zone by its IANA name; `nil` for one that is not known.
    ///   - lastDone: As for `RoutinePlan`.
    public func applying(
        _ change: RoutineChange, zones: (String) -> ZoneRules?, lastDone: Date? = nil,
        of key: OccurrenceKey? = nil
    ) throws(RoutineChangeError) -> (changed: Routine, continuation: Routine?) {
        guard isActive else { throw .ended }
        try Self.check(change, zones: zones)
        var changed = self
        changed.changedAt = change.at
        changed.changedBy = change.by
        let editor: RoutineEditor
        do {
            editor = try RoutineEditor(
                content, zone: zones(content.schedule.zone),
                newZone: change.content.flatMap { zones($0.schedule.zone) },
                lastDone: lastDone, of: key)
        } catch {
            // What cannot be worked out any more can still be ended, or get another plan.
            guard change.scope == .all else { throw error }
            if let new = change.content {
                changed.content = RoutineEditor.replacingUnreadable(content, with: new)
            } else {
                changed.isActive = false
            }
            return (changed, nil)
        }
        var continuation: Routine?
        switch change.scope {
        case .one:
            changed.content = try editor.overriding(change.key, to: change.to, edit: change.edit)
        case .restore:
            changed.content = try editor.restoring(change.key)
        case .following:
            guard let split = try editor.split(at: change.key) else { fallthrough }
            changed.content = split.before
            if let content = change.content, let id = change.continuation {
                continuation = Routine(
                    id: id, series: series, content: try editor.following(split, as: content),
                    createdAt: change.at, changedAt: change.at, changedBy: change.by)
            }
        case .all:
            if let content = change.content {
                changed.content = editor.replacing(with: content)
            } else {
                changed.isActive = false
            }
        }
        return (changed, continuation)
    }

    private static func check(
        _ change: RoutineChange, zones: (String) -> ZoneRules?
    ) throws(RoutineChangeError) {
        do { try change.check() } catch { throw .field(error) }
        do { try change.content?.check(zones: zones) } catch { throw .field(error.inside("content")) }
    }
}

extension RoutineChange {
    /// `check` has seen to it that there is one where it is needed.
    fileprivate var key: OccurrenceKey {
        get throws(RoutineChangeError) {
            guard let occurrence else { throw .field(FieldProblem("occurrence", "it is missing")) }
            return occurrence
        }
    }
}
