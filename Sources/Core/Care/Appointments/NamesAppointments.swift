public import FoundationEssentials

/// What may say to which appointments it belongs. Not everybody who reads it may open those: a provider gets nothing of a colleague's with the
/// same client, not even that there is one.
public protocol NamesAppointments {
    /// Lets each place be changed in which an appointment may be named.
    mutating func changeAppointments(_ change: (inout UUID?) -> Void)
}

extension NamesAppointments {
    /// Those that are named.
    public var namedAppointments: Set<UUID> {
        var (copy, named) = (self, Set<UUID>())
        copy.changeAppointments { if let id = $0 { named.insert(id) } }
        return named
    }

    /// Without these.
    public func withoutAppointments(_ hidden: Set<UUID>) -> Self {
        guard !hidden.isEmpty else { return self }
        var copy = self
        copy.changeAppointments { id in if id.map(hidden.contains) ?? false { id = nil } }
        return copy
    }
}

extension RoutineOccurrence: NamesAppointments {
    public mutating func changeAppointments(_ change: (inout UUID?) -> Void) { change(&appointment) }
}

extension OccurrencePage: NamesAppointments {
    public mutating func changeAppointments(_ change: (inout UUID?) -> Void) {
        occurrences.changeAppointments(change)
    }
}

extension Routine: NamesAppointments {
    public mutating func changeAppointments(_ change: (inout UUID?) -> Void) { change(&content.appointment) }
}

extension RoutinePage: NamesAppointments {
    public mutating func changeAppointments(_ change: (inout UUID?) -> Void) {
        routines.changeAppointments(change)
    }
}

extension Mood: NamesAppointments {
    public mutating func changeAppointments(_ change: (inout UUID?) -> Void) { change(&mood.appointment) }
}

extension MoodPage: NamesAppointments {
    public mutating func changeAppointments(_ change: (inout UUID?) -> Void) {
        moods.changeAppointments(change)
    }
}

extension Agenda: NamesAppointments {
    public mutating func changeAppointments(_ change: (inout UUID?) -> Void) {
        today.changeAppointments(change)
        outstanding.changeAppointments(change)
        assignments.changeAppointments(change)
        reminders.changeAppointments(change)
        told.changeAppointments(change)
    }
}

extension Reminder: NamesAppointments {
    public mutating func changeAppointments(_ change: (inout UUID?) -> Void) {
        occurrence?.changeAppointments(change)
    }
}

extension CareProblem: NamesAppointments {
    public mutating func changeAppointments(_ change: (inout UUID?) -> Void) {
        switch current {
        case .occurrence(var occurrence):
            occurrence.changeAppointments(change)
            current = .occurrence(occurrence)
        case .routine(var routine):
            routine.changeAppointments(change)
            current = .routine(routine)
        case .reminder(var reminder):
            reminder.changeAppointments(change)
            current = .reminder(reminder)
        case .request, .person, .need, .proposal, .place, .duty, .reward, .grant, .file, .findings, nil:
            break
        }
    }
}

extension JournalEvent: NamesAppointments {
    /// Of what belongs to an appointment; what happens to an appointment itself is told to nobody else anyway.
    public mutating func changeAppointments(_ change: (inout UUID?) -> Void) {
        switch content {
        case .occurrenceChanged(var occurrence):
            occurrence.changeAppointments(change)
            content = .occurrenceChanged(occurrence)
        case .moodLogged(var mood):
            mood.changeAppointments(change)
            content = .moodLogged(mood)
        case .reminder(var reminder):
            reminder.changeAppointments(change)
            content = .reminder(reminder)
        case .request, .fault, .proposed, .proposalDecided, .pointsChanged, .grantChanged,
            .appointmentChanged, .words,
            .needChanged, .routineChanged, .agendaChanged, .unreadable:
            break
        }
    }
}

extension MutableCollection where Element: NamesAppointments {
    fileprivate mutating func changeAppointments(_ change: (inout UUID?) -> Void) {
        for index in indices { self[index].changeAppointments(change) }
    }
}
