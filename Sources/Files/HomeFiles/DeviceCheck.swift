import Speech

/// Checks whether a sound device that the settings name may be opened. What a name means on a machine is in ALSA's files,
/// which this module does not read.
public struct DeviceCheck: Sendable {
    /// What was found. The words are for staff: what is wrong and what to do, as one sentence.
    public enum Answer: Sendable, Equatable {
        case good
        /// It is not opened: the file has a mistake.
        case refused(String)
        /// It is not opened, and the machine's default output takes its place: the file is good but for that.
        case replaced(String)
        /// It is not known now, for example while its card is unplugged. It is checked again before it is opened.
        case unsure(String)
    }

    public let look: @Sendable (String) -> Answer

    public init(_ look: @escaping @Sendable (String) -> Answer) { self.look = look }

    /// Checks only whether the text can be a device's name at all.
    public static let form = DeviceCheck { name in
        DeviceName.problem(with: name).map { .refused($0) } ?? .good
    }

    /// For a start: all other settings stay in force, and the client is heard on some device.
    public static let start = DeviceCheck { name in
        DeviceName.problem(with: name).map {
            .replaced("\($0). Until then the machine's default output is used")
        } ?? .good
    }
}
