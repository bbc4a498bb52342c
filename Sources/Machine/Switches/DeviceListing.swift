internal import FoundationEssentials

/// The devices for programs: what `beckon devices --format json` prints.
public enum DeviceListing {
    /// An array of objects; ends with a line break.
    public static func json(_ reports: [DeviceReport]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(reports), as: UTF8.self) + "\n"
    }
}
