/// What can go wrong with a file that is read or written as a whole.
public enum WholeFileError: Error, Hashable, Sendable, CustomStringConvertible {
    case cannotWrite(path: String, errno: Int32)
    case cannotRead(path: String, errno: Int32)
    /// Not a plain file.
    case notAFile(path: String)
    /// Somebody wrote the file while it was being changed.
    case changedMeanwhile(path: String)

    public var description: String {
        switch self {
        case .cannotWrite(let path, let code):
            "\(path): cannot be written (\(SystemWords.words(code))). Check its folder's permissions and the space on the disk."
        case .cannotRead(let path, let code):
            "\(path): cannot be read (\(SystemWords.words(code))). Check its permissions."
        case .notAFile(let path):
            "\(path) is not a plain file. Check what it is, and move it away."
        case .changedMeanwhile(let path):
            "\(path) was changed by somebody else at the same moment. Nothing was written: run the command again."
        }
    }
}
