public import Care

/// Access of the service's API to the recordings, pictures and videos of exercises and of encouragement; part of `HomeFileDesk`, whose queue it
/// uses.
public struct HomeMediaDesk: Sendable {
    /// Something to put beside a file.
    public struct Sent: Sendable {
        public var kind: FileMedia.Kind
        /// Nothing but the sound, picture or video.
        public var bytes: [UInt8]
        /// Of its name, without the dot.
        public var ending: String
        /// What it is; its name is made from it.
        public var name: String
        /// Whose words a recording is played instead of, from 1; 0 for the instructions of an exercise; `nil` for none.
        public var step: Int?
    }

    /// Each may wait for the disk, and throws a problem in words for people.
    public var list: @Sendable (String) throws(CareProblem) -> FileMedia
    /// A recording as its sound alone: takes processor time, and needs nothing of the home.
    public var tidySound: @Sendable ([UInt8]) throws(CareProblem) -> [UInt8]
    public var add: @Sendable (String, Sent) throws(CareProblem) -> AddedMedium
    /// The file's name, and that of what is taken away.
    public var remove: @Sendable (String, String) throws(CareProblem) -> Void
    public var recording: @Sendable (String, String) throws(CareProblem) -> [UInt8]

    public init(
        list: @escaping @Sendable (String) throws(CareProblem) -> FileMedia,
        tidySound: @escaping @Sendable ([UInt8]) throws(CareProblem) -> [UInt8],
        add: @escaping @Sendable (String, Sent) throws(CareProblem) -> AddedMedium,
        remove: @escaping @Sendable (String, String) throws(CareProblem) -> Void,
        recording: @escaping @Sendable (String, String) throws(CareProblem) -> [UInt8]
    ) {
        self.list = list
        self.tidySound = tidySound
        self.add = add
        self.remove = remove
        self.recording = recording
    }
}
