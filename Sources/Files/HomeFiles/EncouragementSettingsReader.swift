import Care
import Encouragement
import StaffFiles

/// Reads the section `encouragement`.
enum EncouragementSettingsReader {
    private enum From: String, CaseIterable {
        case quotes, tips, both
    }

    /// More words than anybody has in mind.
    private static let mostCategories = 50

    static func read(_ cursor: MappingCursor, into settings: inout EncouragementSettings) {
        if let daily = cursor.string("daily"), daily.value != "off" {
            settings.daily = ShiftTime.minutes(ofDay: daily.value)
            if settings.daily == nil {
                cursor.log.error("`daily` is a time of day, such as `9:00`, or `off`", at: daily.range)
            }
        }
        if let from = cursor.enumeration("daily_from", From.self) {
            settings.dailyKind = EncouragementKind(rawValue: from.value.rawValue)
        }
        if let atRest = cursor.bool("at_rest") { settings.isAtRest = atRest.value }
        if let first = cursor.bool("first_page") { settings.isFirstPage = first.value }
        guard let off = cursor.strings("categories_off") else { return }
        guard off.count <= mostCategories else {
            cursor.log.error(
                "`categories_off` has \(off.count) categories: at most \(mostCategories) can be named",
                at: cursor.place(of: "categories_off"))
            return
        }
        for category in off where !EncouragementSettings.isCategory(category.value) {
            cursor.log.error("a category is a short word, such as `courage`", at: category.range)
        }
        settings.categoriesOff = Set(off.map(\.value)).subtracting(["none"])
    }
}
