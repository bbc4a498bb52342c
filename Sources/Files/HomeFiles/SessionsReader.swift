import Care
import StaffFiles

/// Reads the sections `sessions` and `moods`.
enum SessionsReader {
    private enum Faces: String, CaseIterable {
        case five, three, two

        var scale: MoodScale {
            switch self {
            case .five: .faces5
            case .three: .faces3
            case .two: .faces2
            }
        }
    }

    static func read(sessions cursor: MappingCursor, into settings: inout HomeSettings) {
        if let days = cursor.int("open_ahead_days", in: 0...7) { settings.opensDaysAhead = days.value }
        if let wait = cursor.duration("pretend_wait", in: .zero ... .seconds(600)) {
            settings.pretendWait = wait.value
        }
        guard let link = cursor.string("video_link"), link.value != "none" else { return }
        guard let address = VideoLink(link.value) else {
            cursor.log.error(
                "`video_link` is no address such as `https://meet.example.org/room`: write one that begins with https, or `none`",
                at: link.range)
            return
        }
        settings.videoLink = address
    }

    static func read(moods cursor: MappingCursor, into settings: inout HomeSettings) {
        if let faces = cursor.enumeration("faces", Faces.self) { settings.moodScale = faces.value.scale }
    }
}
