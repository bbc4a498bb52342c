/// What a loader needs to know before it reads a file.
public enum StaffFileLimits {
    /// Larger files are refused; a loader need not read more than one byte beyond.
    public static let bytes = TextDecoder.maximumBytes

    /// Files with more entries are refused, so no place in one is further back.
    public static let entries = TreeBuilder.maximumNodes
}
