import Speech

/// Looks whether a sound device that the settings name may be opened; what a name means on a machine stands in ALSA's files, which
/// this room does not read.
public struct DeviceCheck: Sendable {
    /// What was found. The words are for staff: what is wrong and what to do, as one sentence.
    public enum Answer: Sendable, Equatable {
        case good
        /// It is not opened: the file has a mistake.
        case refused(String)
        /// It is not opened, and the machine's default output takes its place: the file is good but for that.
        case replaced(String)
        /// It cannot be told now, as while its card is unplugged. It is looked at again before it is opened.
        case unsure(String)
    }

    public let look: @Sendable (String) -> Answer

    public init(_ look: @escaping @Sendable (String) -> Answer) { self.look = look }

    /// Looks only whether the text can be a device's name at all.
    public static let form = DeviceCheck { name in
        DeviceName.problem(with: name).map { .refused($0) } ?? .good
    }

    /// For a start: somebody who cannot speak keeps all other settings, and is heard somewhere.
    public static let start = DeviceCheck { name in
        DeviceName.problem(with: name).map {
            .replaced("\($0). Until then the machine's default output is used")
        } ?? .good
    }
}
