import Care
import StaffFiles

/// Reads the section `display`.
enum DisplayReader {
    static func read(_ cursor: MappingCursor, into display: inout HomeSettings.Display) {
        if let size = cursor.enumeration("size", ScreenLook.Size.self) { display.look.size = size.value }
        if let theme = cursor.enumeration("theme", ScreenLook.Theme.self) { display.look.theme = theme.value }
        if let reduced = cursor.bool("reduced_motion") { display.look.reducedMotion = reduced.value }
        if let layout = cursor.enumeration("layout", ScreenLook.Layout.self) {
            // What is the same as before is not said: older services do not know it.
            display.look.layout = layout.value == .cards ? nil : layout.value
        }
        if let day = cursor.int("brightness_day", in: 10...100) { display.look.dayBrightness = day.value }
        if let night = cursor.int("brightness_night", in: 10...100) {
            display.look.nightBrightness = night.value
        }
        if let from = time("night_from", cursor) { display.look.nightFrom = from }
        if let until = time("night_until", cursor) { display.look.nightUntil = until }
        guard let columns = cursor.string("columns"), columns.value != "auto" else { return }
        guard let number = Int(columns.value), (1...6).contains(number) else {
            cursor.log.error("`columns` is auto, or a number from 1 to 6", at: columns.range)
            return
        }
        display.columns = number
    }

    /// A time of day, such as `21:00`.
    private static func time(_ key: String, _ cursor: MappingCursor) -> String? {
        guard let text = cursor.string(key) else { return nil }
        guard ScreenLook.isTimeOfDay(text.value) else {
            cursor.log.error("`\(key)` is not a time of day, such as `21:00`", at: text.range)
            return nil
        }
        return text.value
    }
}
