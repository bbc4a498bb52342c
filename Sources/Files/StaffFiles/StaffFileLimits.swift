/// What a loader needs to know before it reads a file.
public enum StaffFileLimits {
    /// Larger files are refused; a loader need not read more than one byte beyond.
    public static let bytes = TextDecoder.maximumBytes
}
