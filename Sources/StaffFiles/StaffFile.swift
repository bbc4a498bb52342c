/// A YAML file that staff edit, read into a tree with places.
public enum StaffFile {
    /// Reads the bytes of one file.
    ///
    /// - Parameter file: The path as findings shall name it.
    /// - Returns: The tree, or `nil` where the file is no YAML that Beckon reads or holds nothing at all; and the
    ///   log, to which a reader of the tree adds its own findings. A tree may come with errors.
    public static func read(_ bytes: [UInt8], file: String) -> (root: StaffNode?, log: FindingLog) {
        let (decoded, log) = TextDecoder(file: file).decode(bytes)
        guard let decoded else { return (nil, log) }
        var builder = TreeBuilder(source: decoded.source, log: log)
        return (builder.build(decoded.text), log)
    }
}
