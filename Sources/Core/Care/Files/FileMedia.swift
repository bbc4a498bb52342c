/// The recordings, pictures and videos of an exercise or of a file of encouragement: the answer to `GET /files/{id}/media`.
public struct FileMedia: Codable, Sendable, Equatable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case sound, picture, video
    }

    /// One file that is named, or that lies there.
    public struct Medium: Codable, Sendable, Equatable {
        /// As the file names it: `drop.wav`, or `../boards/sea.png`.
        public var name: String
        public var kind: Kind
        /// In bytes; absent where there is no such file.
        public var size: Int?
        /// The lines in which the file names it, from 1; empty where it only lies there.
        public var lines: [Int]
        /// Whether it can be taken away: it lies beside the file, and no other file names it.
        @PresentIfTrue public var isRemovable: Bool

        public init(name: String, kind: Kind, size: Int?, lines: [Int], isRemovable: Bool) {
            self.name = name
            self.kind = kind
            self.size = size
            self.lines = lines
            self.isRemovable = isRemovable
        }

        enum CodingKeys: String, CodingKey {
            case name, kind, size, lines
            case isRemovable = "removable"
        }
    }

    /// Words of an exercise that a recording can be played instead of.
    public struct Place: Codable, Sendable, Equatable {
        /// The step, from 1; 0 for the instructions.
        public var step: Int
        public var words: String
        /// As the file names it; absent where the words are spoken.
        public var sound: String?

        public init(step: Int, words: String, sound: String? = nil) {
            self.step = step
            self.words = words
            self.sound = sound
        }
    }

    /// Those that are named, in the order of the file, and then what else lies beside it and no other file names, by name.
    public var media: [Medium]
    /// Those that a recording can be named for, in the order of the exercise; empty for encouragement, and where the text cannot be read.
    public var places: [Place]

    public init(media: [Medium], places: [Place] = []) {
        self.media = media
        self.places = places
    }
}

/// A file that was put beside an exercise or a file of encouragement: the answer to `POST /files/{id}/media`.
public struct AddedMedium: Codable, Sendable, Equatable {
    /// As the file names it, or can name it.
    public var name: String
    public var kind: FileMedia.Kind

    /// Longest recording for an exercise or for encouragement, in seconds: as long as the instructions of an exercise can be.
    public static let longestSeconds = 120
    /// Longest video as it is sent, in bytes. A longer one can be put into the folder by hand.
    public static let mostVideoBytes = 16 << 20

    public init(name: String, kind: FileMedia.Kind) {
        self.name = name
        self.kind = kind
    }
}
