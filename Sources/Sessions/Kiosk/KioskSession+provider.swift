import Activities
import Care
import FoundationEssentials
import HomeFiles
import Recurrence
import Time

/// Whom the client meets in the present activity: who it is, where they are, and how long they are waited for, on the screen and in words.
extension KioskSession {
    var providerName: String {
        activities.appointment?.providerName ?? settings.caregiver.name
    }

    /// Where the client meets the provider by video, while they do.
    var videoLink: Screen.Link? {
        guard let current = activities.current, current.stage == .meeting,
            let appointment = current.assignment.appointment, let link = settings.videoLink
        else { return nil }
        return Screen.Link(
            address: link.address(of: appointment), words: phrases[.openVideo, [.caregiver: providerName]])
    }

    /// Whom the client waits for, all the time that they do.
    var waitingOnScreen: Screen.Waiting? {
        guard let current = activities.current, current.waits else { return nil }
        // Whole seconds: a screen shows minutes. A clock that is wrong says nothing, and the service would refuse it.
        let since = (activities.appointment?.standing.clientSince ?? activities.waitsFrom)
            .map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
        return Screen.Waiting(
            who: String(providerName.prefix(Cards.longestText)), provider: providerStanding,
            words: String(providerWords.prefix(Cards.longestText)),
            since: since.flatMap { PlannedTimes.contains($0) ? $0 : nil })
    }

    /// Where the provider is; `nil` where that cannot be known now.
    private var providerStanding: AppointmentStanding.Provider? {
        let isKnown = activities.isPretending || !faults.reach.isServiceAway
        return isKnown ? activities.current?.meeting?.standing.provider : nil
    }

    /// What the client hears of where the provider is.
    var providerWords: String {
        let key: PhraseKey =
            switch providerStanding {
            case .in: .providerHere
            case .out: .waitNotHere
            case .busy: .waitBusy
            case .away: .waitAway
            case nil: .waitUnknown
            }
        let words = phrases[key, [.caregiver: providerName]]
        return activities.isPretending ? "\(phrases[.waitPretended]) \(words)" : words
    }

    /// How long the client has waited, as the service has it. Where it has not heard that they came, as this kiosk has it.
    func waitedWords(at now: Instant) -> String {
        let told = activities.appointment?.standing.clientSince.map { planTime.timeIntervalSince($0) }
        guard let waited = told ?? activities.current?.waited(at: now).map({ $0 / .seconds(1) }) else {
            return ""
        }
        let minutes = Int(min(max(waited / 60, 0), 1e6).rounded())
        return minutes < 1 ? "" : phrases[.waitedMinutes, [.minutes: String(minutes)]]
    }
}
