import Care
import Wording

/// Settings that answer one question of somebody who looks after a client. Each setting that can be changed here is in exactly one.
struct SettingQuestion: Sendable {
    /// Settings under a heading of their own.
    struct Part: Sendable {
        /// The name of a text; `nil` without a heading.
        var heading: String?
        /// Which voice can be heard there.
        var voice: String?
        /// As the API names them.
        let settings: [String]

        init(_ settings: [String], heading: String? = nil, voice: String? = nil) {
            self.settings = settings
            self.heading = heading
            self.voice = voice
        }
    }

    /// In the address of its page.
    let id: String
    let icon: Icon
    /// The name of a text.
    let title: String
    let parts: [Part]

    var settings: [String] { parts.flatMap(\.settings) }
    var isOfPlace: Bool { id == Self.place.id }

    /// In the order in which they are asked.
    static let all: [SettingQuestion] = [
        names, press, pace, hears, screen, calls, keys, station, care, sessions, encouragement,
        place,
    ]

    /// Its page also renames people in the store.
    static let names = SettingQuestion(
        id: "names", icon: .person, title: "question.names",
        parts: [Part(["home.name", "client.name", "caregiver.name"])])

    private static let press = SettingQuestion(
        id: "press", icon: .switch, title: "question.press",
        parts: [
            Part([
                "mode", "activate_on", "acceptance_time", "ignore_repeat", "release_time",
                "late_press_window", "press_evidence", "undo_window", "long_press_time",
                "long_press_action", "help_presses", "dwell_time", "move_repeat", "electrical_debounce",
                "switches.stuck_after", "switches.silence_notice",
            ])
        ])

    private static let pace = SettingQuestion(
        id: "pace", icon: .clock, title: "question.pace",
        parts: [
            Part([
                "scan_time", "first_item_extra", "level_entry_pause", "initial_delay", "pattern", "loops",
                "after_loops", "resume_after_select", "back_item", "skip_empty", "inactivity_rest",
            ]),
            Part(
                ["tuning.keep", "tuning.automatic", "tuning.fastest", "tuning.slowest"],
                heading: "question.learning"),
        ])

    private static let hears = SettingQuestion(
        id: "hears", icon: .sound, title: "question.hears",
        parts: [
            Part([
                "speak_position", "speak_count", "speak_group_content", "step_sound", "wrap_sound", "preview",
                "max_cue_time", "minimum_cue_time",
            ]),
            Part(voice("cue"), heading: "question.voice_cue", voice: "cue"),
            Part(voice("main"), heading: "question.voice_main", voice: "main"),
            Part(["voices.keep_awake", "voices.mixer", "voices.pulses_device", "voices.pulses_volume"]),
        ])

    private static let screen = SettingQuestion(
        id: "screen", icon: .devices, title: "question.screen",
        parts: [
            Part([
                "display.size", "display.layout", "display.theme", "display.columns",
                "display.reduced_motion", "display.brightness_day", "display.brightness_night",
                "display.night_from", "display.night_until",
            ])
        ])

    private static let care = SettingQuestion(
        id: "care", icon: .info, title: "question.care",
        parts: [Part(["care.breathing", "care.breaths_per_minute"])])

    private static let sessions = SettingQuestion(
        id: "sessions", icon: .people, title: "question.sessions",
        parts: [
            Part([
                "moods.faces", "sessions.open_ahead_days", "sessions.pretend_wait", "sessions.video_link",
            ])
        ])

    private static let encouragement = SettingQuestion(
        id: "encouragement", icon: .points, title: "question.encouragement",
        parts: [
            Part([
                "encouragement.daily", "encouragement.daily_from", "encouragement.categories_off",
                "encouragement.at_rest", "encouragement.first_page",
            ])
        ])

    private static let calls = SettingQuestion(
        id: "calls", icon: .now, title: "question.calls",
        parts: [
            Part([
                "alerts.repeat_urgent", "alerts.repeat", "alerts.repeat_reminder", "alerts.escalate_urgent",
                "alerts.escalate", "alerts.claim_urgent", "alerts.claim", "alerts.still_waiting",
                "alerts.ask_again", "alerts.tell_points",
            ]),
            Part(voice("alert"), heading: "question.voice_alert", voice: "alert"),
        ])

    private static let keys = SettingQuestion(
        id: "keys", icon: .switch, title: "question.keys",
        parts: [
            Part(
                ["select", "step", "back", "help", "digits"].map { "switches.keys." + $0 } + [
                    "switches.grab"
                ])
        ])

    private static let station = SettingQuestion(
        id: "station", icon: .people, title: "question.station",
        parts: [
            Part(
                [
                    "on_the_way", "met", "declined", "next", "say_again", "snooze", "open", "undo", "digits",
                ].map { "station.keys." + $0 } + ["station.grab"])
        ])

    private static let place = SettingQuestion(
        id: "place", icon: .home, title: "question.place",
        parts: [Part(["home.language", "zone", "board", "home.shifts", "client.id", "caregiver.id"])])

    private static func voice(_ role: String) -> [String] {
        ["rate", "pitch", "volume", "voice", "device"].map { "voices.\(role).\($0)" }
    }
}
