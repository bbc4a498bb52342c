import Care

extension CalendarEntry {
    /// The same as it may be told where nobody is to know what is planned: when it is, and how long it takes.
    ///
    /// - Parameter word: What it is called, such as "Planned".
    public func onlyTimes(called word: String) -> CalendarEntry {
        let times: Times =
            switch self.times {
            case .once: self.times
            case .routine(let content, let skipped, let lastDone, let key):
                // Made anew, so that nothing that a routine may say one day is told by mistake.
                .routine(
                    RoutineContent(
                        title: word, assignment: .claimed(), schedule: content.schedule,
                        beginsWith: content.beginsWith, endsBefore: content.endsBefore),
                    skipped: skipped, lastDone: lastDone, of: key)
            }
        return CalendarEntry(
            uid: uid, sequence: sequence, changedAt: changedAt, title: word, minutes: minutes, times: times)
    }
}
