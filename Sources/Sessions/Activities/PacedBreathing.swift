import Exercises
import Speech
import Time

/// The breaths of one step that are being paced, from a breath on: one sound without a gap, so that no part of it can come late.
struct PacedBreathing: Sendable {
    /// What begins now.
    struct Beginning: Equatable {
        var phase: Breathing.PlannedPhase
        /// The word that goes with it, if one does.
        var word: Breathing.Phase.Kind?
        /// Whether a breath begins with it.
        var isBreath: Bool
    }

    /// A word is said with each part of the first breaths, and of every tenth.
    private static let spokenAtFirst = 2
    private static let spokenEvery = 10
    /// Shorter parts are over before a word is.
    private static let shortestSpoken: Duration = .milliseconds(1500)

    private let phases: [Breathing.PlannedPhase]
    private let breathing: Breathing
    /// When the first part could be heard, once it could.
    private var started: Instant?
    /// The part that begins next.
    private var next = 0

    /// - Parameter round: The breath to begin with, counted from 0.
    init(_ breathing: Breathing, from round: Int) {
        self.breathing = breathing
        phases = breathing.plan().filter { $0.round >= round }
    }

    /// What is sounded, one part after the other.
    var tones: [PacedTone] {
        phases.map { PacedTone($0.kind.shape, means: breathing.means, length: $0.length) }
    }

    /// How long all of it takes.
    var length: Duration {
        guard let first = phases.first, let last = phases.last else { return .zero }
        return last.end - first.start
    }

    /// The breath that goes on now.
    var round: Int { present?.round ?? phases.first?.round ?? 0 }

    /// The part that goes on now; `nil` until the first one is heard.
    var present: Breathing.PlannedPhase? { next > 0 ? phases[next - 1] : nil }

    /// When the next part begins; `nil` before the first is heard, and in the last one.
    var nextBeginning: Instant? {
        guard let started, let first = phases.first, phases.indices.contains(next) else { return nil }
        return started.advanced(by: phases[next].start - first.start)
    }

    mutating func heard(at instant: Instant) {
        if started == nil { started = instant }
    }

    /// The part that has begun by now; `nil` where none has. Of several the last counts: nobody hears what is over.
    mutating func advance(to now: Instant) -> Beginning? {
        var begun: Beginning?
        while let due = nextBeginning, due <= now {
            let (before, phase) = (present, phases[next])
            let isBreath = before?.round != phase.round
            begun = Beginning(
                phase: phase, word: word(for: phase, after: isBreath ? nil : before),
                isBreath: isBreath || begun?.isBreath == true)
            next += 1
        }
        return begun
    }

    private func word(
        for phase: Breathing.PlannedPhase, after before: Breathing.PlannedPhase?
    ) -> Breathing.Phase.Kind? {
        let first = phases.first?.round ?? 0
        let isSpoken =
            phase.round - first < Self.spokenAtFirst || phase.round.isMultiple(of: Self.spokenEvery)
        // Two breaths in, one after the other, are one.
        guard breathing.isSpoken, isSpoken, phase.length >= Self.shortestSpoken, before?.kind != phase.kind
        else { return nil }
        return phase.kind
    }
}

extension Breathing.Phase.Kind {
    fileprivate var shape: PacedTone.Shape {
        switch self {
        case .in: .rising
        case .hold: .still
        case .out: .falling
        }
    }
}

extension Breathing {
    /// What of the pace is heard or felt.
    fileprivate var means: PacedTone.Means {
        var means: PacedTone.Means = []
        if pace.contains(.tone) { means.insert(.tone) }
        if pace.contains(.pulses) { means.insert(.pulses) }
        return means
    }
}
