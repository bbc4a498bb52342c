import Activities
import Boards
import Care
import Chance
import Foundation
import HomeFiles
import Kiosk
import PlayedSessions
import Scanning
import Time

/// A client with one switch, who goes through the day's assignment, and their kiosk.
struct WeekClient {
    struct Day {
        /// The occurrence's id, and its routine's.
        let item: String
        let routine: UUID
        let appointment: UUID
        /// Of the day, when they are to meet.
        let second: Double
    }

    let id: String
    let provider: String
    var kiosk: PlayedKiosk
    private var chance: SeededGenerator
    /// What is planned for each day.
    var days: [Day] = []
    /// When they begin today, seconds of the day; `nil` once they have.
    var beginsAt: Double?
    /// Since when they are in the wait room or the session.
    private(set) var waitsSince: Double?
    /// How often they heard how long they have waited.
    private(set) var heard = 0
    /// To which appointments their kiosk has said that they came.
    var came: Set<UUID> = []
    /// When their kiosk or the service was last away.
    var disturbedAt = 0.0
    private(set) var day = 0
    private var seen: ScanPresence?
    private var seenAt = 0.0
    private var heardWords = 0
    private var meetsSince: Double?

    init(_ number: Int, provider: String, seed: UInt64) {
        let id = "client-\(number)"
        (self.id, self.provider) = (id, provider)
        chance = SeededGenerator(seed: seed, stream: id)
        let word = chance.next()
        kiosk = PlayedKiosk { WalkHome.session(.cancel, seed: word, client: id) }
    }

    var stage: Activity.Stage? { kiosk.kept?.activity?.stage }
    var isMeeting: Bool { meetsSince != nil }

    /// - Parameter delay: Seconds after they are to meet.
    mutating func begin(day: Int, after delay: Double) {
        self.day = day
        beginsAt = days.indices.contains(day) ? days[day].second + delay : nil
    }

    /// Lives on until then.
    ///
    /// - Parameters:
    ///   - end: Seconds since the beginning.
    ///   - second: Of the day.
    mutating func live(until end: Double, second: Double) {
        kiosk.run(for: .seconds(max(0, end - kiosk.seconds)))
        if stage == .waiting {
            waitsSince = waitsSince ?? kiosk.seconds
        } else {
            (waitsSince, heard) = (nil, 0)
        }
        listen()
        let present = kiosk.session.present
        if present != seen { (seen, seenAt) = (present, kiosk.seconds) }
        let isAwake = beginsAt.map { $0 <= second } ?? false || stage != nil
        guard isAwake, days.indices.contains(day) else { return }
        // A hand that slips.
        if Int.random(in: 0..<400, using: &chance) == 0 { return press() }
        let age = kiosk.seconds - seenAt
        guard let present, !present.isPreview else {
            if age > wait { press() }
            return
        }
        if age > 12 { return press() }
        if age <= 1, wants(present) { press() }
    }

    /// At rest they press now and then; who waits, less often.
    private var wait: Double { stage == .waiting ? 100 : 20 }

    private mutating func press() {
        kiosk.run(for: .milliseconds(500))
        kiosk.press()
        seenAt = kiosk.seconds
    }

    private mutating func listen() {
        let new = kiosk.words.suffix(kiosk.wordCount - heardWords)
        heardWords = kiosk.wordCount
        if new.contains(where: { $0.contains("waited_minutes") }) { heard += 1 }
        if new.contains(where: { $0.contains("meeting_begins") }) { meetsSince = kiosk.seconds }
        if new.contains(where: { $0.contains("mood_question") }) { (meetsSince, beginsAt) = (nil, nil) }
        // A question: the next press answers.
        if new.contains(where: { $0.contains("provider_join") || $0.contains("mood_prompt") }) {
            kiosk.run(for: .milliseconds(1700))
            press()
        }
    }

    private mutating func wants(_ present: ScanPresence) -> Bool {
        let item = present.item.id
        switch present.level {
        case WalkHome.top: return item == BoardItem.LiveList.assignments.rawValue
        case "assignments": return item == days[day].item
        case "activity asked": return item == "join"
        case "activity waiting":
            let isLong = waitsSince.map { kiosk.seconds - $0 > 1800 } ?? false
            return item == (isLong ? "leave" : "join") || item == "wait" && Bool.random(using: &chance)
        case "activity meeting":
            let isLong = meetsSince.map { kiosk.seconds - $0 > 600 } ?? true
            return item == "leave" ? isLong : Int.random(in: 0..<6, using: &chance) == 0
        case "activity mood", "activity later": return Int.random(in: 0..<3, using: &chance) == 0
        default: return present.item.kind == .back
        }
    }
}
