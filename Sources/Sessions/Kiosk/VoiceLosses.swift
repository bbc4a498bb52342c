import Speech

/// Which of the client's two voices can be heard.
///
/// | voices | one is lost | the other is lost as well | one is restored | the other is restored as well |
/// |---|---|---|---|---|
/// | both are heard | the other speaks instead, and says so | – | – | – |
/// | one is lost | no news | mute: what must be heard waits | both are heard | – |
/// | mute | no news | no news | one is lost: what waited is told | both are heard |
///
/// A voice that plays with gaps in its words counts as heard, and is reported while that lasts.
struct VoiceLosses: Sendable {
    enum Loss: Equatable {
        /// It is known, or the voice is not the client's.
        case known
        /// The other voice can say so.
        case told(by: VoiceRole)
        case mute
    }

    enum Return: Equatable {
        /// It was not lost.
        case known
        case one
        case all
    }

    private var lost: Set<VoiceRole> = []
    /// The voices that play with gaps in their words.
    private var torn: Set<VoiceRole> = []

    var isMute: Bool { lost.isSuperset(of: [.main, .cue]) }

    /// The substitute while one of the client's two voices cannot be heard: scanning that the room hears is
    /// better than none, and the earphone is better than silence after a choice.
    func audible(_ voice: VoiceRole) -> VoiceRole {
        switch voice {
        case .main: lost == [.main] ? .cue : .main
        case .cue: lost == [.cue] ? .main : .cue
        case .alert: .alert
        }
    }

    mutating func lost(_ voice: VoiceRole) -> Loss {
        // The alert voice is the station's.
        guard voice != .alert, lost.insert(voice).inserted else { return .known }
        let other: VoiceRole = voice == .main ? .cue : .main
        return lost.contains(other) ? .mute : .told(by: other)
    }

    mutating func restored(_ voice: VoiceRole) -> Return {
        guard lost.remove(voice) != nil else { return .known }
        return lost.isEmpty ? .all : .one
    }

    /// - Returns: Whether it is one of the client's voices.
    mutating func tears(_ voice: VoiceRole) -> Bool {
        // The alert voice is the station's.
        guard voice != .alert else { return false }
        torn.insert(voice)
        return true
    }

    /// - Returns: Whether all are whole now.
    mutating func isWhole(_ voice: VoiceRole) -> Bool {
        torn.remove(voice)
        return torn.isEmpty
    }
}
