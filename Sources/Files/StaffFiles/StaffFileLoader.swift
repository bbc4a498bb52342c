/// How readers of staff files access the files that one names: they open none themselves.
public struct StaffFileLoader: Sendable {
    /// How many bytes of pictures and sounds are read: enough to see what they are.
    public static let headLength = FileKind.headLength

    /// Why a file could not be read, as the end of a sentence: `does not exist`, `cannot be read (Permission denied)`.
    public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
        public var description: String

        public init(_ description: String) { self.description = description }

        /// What is told of the file.
        ///
        /// - Parameter file: The path as the finding shall name it.
        public func findings(of file: String) -> [Finding] {
            let log = FindingLog(file: file)
            log.error("this file \(self)", at: .start)
            return log.findings
        }
    }

    /// The first bytes of a file, at most as many as the limit says.
    public var load: @Sendable (_ path: String, _ limit: Int) -> Result<[UInt8], Failure>

    public init(load: @escaping @Sendable (_ path: String, _ limit: Int) -> Result<[UInt8], Failure>) {
        self.load = load
    }
}
