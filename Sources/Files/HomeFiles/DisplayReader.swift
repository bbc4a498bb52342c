import Care
import StaffFiles

/// Reads the section `display`.
enum DisplayReader {
    static func read(_ cursor: MappingCursor, into display: inout HomeSettings.Display) {
        if let size = cursor.enumeration("size", ScreenLook.Size.self) { display.look.size = size.value }
        if let theme = cursor.enumeration("theme", ScreenLook.Theme.self) { display.look.theme = theme.value }
        if let reduced = cursor.bool("reduced_motion") { display.look.reducedMotion = reduced.value }
        guard let columns = cursor.string("columns"), columns.value != "auto" else { return }
        guard let number = Int(columns.value), (1...6).contains(number) else {
            cursor.log.error("`columns` is auto, or a number from 1 to 6", at: columns.range)
            return
        }
        display.columns = number
    }
}
