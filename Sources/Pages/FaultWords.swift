public import Care
public import Wording

/// What is wrong, and what to do about it: a text of each for every kind of fault.
public struct FaultWords: Equatable {
    public let sentence: Text
    public let advice: Text

    public init(_ fault: Fault) {
        // A station reports it about itself, and not about a client's kiosk.
        let names = Self.names(fault.kind, isOfStation: fault.source == "station")
        let values: [String: Text.Value] = [
            "client": fault.clientName.map(Text.Value.verbatim) ?? .text(Text("faults.the_client")),
            "detail": .text(fault.unnamedDevice.map(DeviceWords.name) ?? .written(fault.detail)),
        ]
        let sentence = Text(names.sentence, values)
        self.sentence = fault.clientName == nil ? .capitalized(sentence) : sentence
        let advice = Text(names.advice, values)
        self.advice =
            fault.kind.traits.isAbsence && fault.device != nil
            ? .joined([advice, Text("faults.revoke")], separator: " ") : advice
    }

    private static func names(
        _ kind: FaultKind, isOfStation: Bool
    ) -> (sentence: String, advice: String) {
        switch kind {
        case .switchUnplugged: ("faults.switch_unplugged", "faults.switch_unplugged_advice")
        case .switchStuck: ("faults.switch_stuck", "faults.switch_stuck_advice")
        case .switchChattering: ("faults.switch_chattering", "faults.switch_chattering_advice")
        case .switchSilent: ("faults.switch_silent", "faults.switch_silent_advice")
        case .switchBatteryLow:
            isOfStation
                ? ("faults.switch_battery_low_of_station", "faults.switch_battery_low_advice")
                : ("faults.switch_battery_low", "faults.switch_battery_low_advice")
        case .deviceBatteryLow: ("faults.device_battery_low", "faults.device_battery_low_advice")
        case .soundLost:
            isOfStation
                ? ("faults.sound_lost_of_station", "faults.sound_lost_of_station_advice")
                : ("faults.sound_lost", "faults.sound_lost_advice")
        case .soundTearing:
            isOfStation
                ? ("faults.sound_tearing_of_station", "faults.sound_tearing_of_station_advice")
                : ("faults.sound_tearing", "faults.sound_tearing_advice")
        case .boardRefused:
            isOfStation
                ? ("faults.board_refused_of_station", "faults.board_refused_of_station_advice")
                : ("faults.board_refused", "faults.board_refused_advice")
        case .storeFailed: ("faults.store_failed", "faults.store_failed_advice")
        case .requestNotStored: ("faults.request_not_stored", "faults.request_not_stored_advice")
        case .kioskAway: ("faults.kiosk_away", "faults.kiosk_away_advice")
        case .stationAway: ("faults.station_away", "faults.station_away_advice")
        case .stationMissing: ("faults.station_missing", "faults.station_missing_advice")
        case .serviceStoreFailed: ("faults.service_store_failed", "faults.service_store_failed_advice")
        case .commandFailed: ("faults.command_failed", "faults.command_failed_advice")
        case .routineUnplanned: ("faults.routine_unplanned", "faults.routine_unplanned_advice")
        case .zoneMissing: ("faults.zone_missing", "faults.zone_missing_advice")
        case .clockBehind: ("faults.clock_behind", "faults.clock_behind_advice")
        case .certificateUnusable: ("faults.certificate_unusable", "faults.certificate_unusable_advice")
        case .planLost: ("faults.plan_lost", "faults.plan_lost_advice")
        case .recordUnreadable: ("faults.record_unreadable", "faults.record_unreadable_advice")
        case .callUnreadable: ("faults.call_unreadable", "faults.call_unreadable_advice")
        case .nobodyOnDuty: ("faults.nobody_on_duty", "faults.nobody_on_duty_advice")
        case .courseworkUnread: ("faults.coursework_unread", "faults.coursework_unread_advice")
        case .calendarUnread: ("faults.calendar_unread", "faults.calendar_unread_advice")
        case .nobodyReachable: ("faults.nobody_reachable", "faults.nobody_reachable_advice")
        case .messagesFailed: ("faults.messages_failed", "faults.messages_failed_advice")
        case .houseUnreachable: ("faults.house_unreachable", "faults.house_unreachable_advice")
        }
    }
}
