import Care
import StaffFiles

/// Reads the section `alerts`.
enum AlertsReader {
    private static let day = Duration.seconds(86_400)

    static func read(_ cursor: MappingCursor, into alerts: inout HomeSettings.Alerts) {
        let repeats = Duration.seconds(1) ... .seconds(3600)
        let escalates = Duration.seconds(1)...day
        if let value = cursor.duration("repeat_urgent", in: repeats) { alerts.repeatUrgent = value.value }
        if let value = cursor.duration("repeat", in: repeats) { alerts.repeatOther = value.value }
        if let value = cursor.duration("repeat_reminder", in: .zero...day, allowsOff: true) {
            alerts.repeatReminder = value.value
        }
        if let value = cursor.bool("tell_points") { alerts.tellsPoints = value.value }
        if let value = cursor.duration("escalate_urgent", in: escalates) {
            alerts.policy.escalateUrgent = value.value
        }
        if let value = cursor.duration("escalate", in: escalates) {
            alerts.policy.escalateOther = value.value
        }
        let claims = Duration.seconds(10)...day
        if let value = cursor.duration("claim_urgent", in: claims) {
            alerts.policy.claimUrgent = value.value
        }
        if let value = cursor.duration("claim", in: claims) { alerts.policy.claimOther = value.value }
        if let times = cursor.durations("still_waiting", in: escalates) {
            alerts.policy.stillWaiting = Set(times.map(\.value)).sorted()
        }
        if let value = cursor.duration("ask_again", in: .zero...day, allowsOff: true) {
            alerts.policy.askAgain = value.value
        }
        if let command = cursor.verbatimStrings("command") {
            if let program = command.first, program.value.allSatisfy(\.isWhitespace) {
                cursor.log.error("the command has no program: write its path first", at: program.range)
            }
            alerts.policy.command = command.map(\.value)
        }
    }
}
