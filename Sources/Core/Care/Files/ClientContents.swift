/// What a client's kiosk on another machine works with, as the service's home has it: the settings that are not the machine's,
/// and the files of the client's boards.
public struct ClientContents: Codable, Sendable, Equatable {
    /// One file of a home.
    public struct File: Codable, Sendable, Equatable {
        /// From the home's folder: `boards/home.yaml`.
        public var path: String
        /// SHA-256 of its bytes, as 64 hexadecimal digits in lower case.
        public var digest: String
        /// How many bytes it has, 0–`mostFileBytes`.
        public var size: Int

        public init(path: String, digest: String, size: Int) {
            self.path = path
            self.digest = digest
            self.size = size
        }

        /// Whether it can be kept under its path: nothing outside of the folder, and nothing hidden, can be named.
        var isSound: Bool {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            return path.utf8.count <= 500 && parts.count > 1
                && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
                && path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
                && Self.isDigest(digest) && (0...ClientContents.mostFileBytes).contains(size)
        }

        /// Whether a text is a digest as files have it.
        public static func isDigest(_ text: String) -> Bool {
            text.utf8.count == 64
                && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        }
    }

    /// The kiosk that they are for.
    public struct Recipient: Hashable, Sendable {
        /// The client's id.
        public var client: String
        /// What the client is called among the people of the home; `nil` where nobody there has this id.
        public var name: String?
        /// The paired device, which may have settings of its own; `nil` for one with the home's own token.
        public var device: String?

        public init(client: String, name: String? = nil, device: String? = nil) {
            self.client = client
            self.name = name
            self.device = device
        }
    }

    /// The longest file: five minutes of a recording in CD quality have as much.
    public static let mostFileBytes = 50 << 20
    /// All files together.
    public static let mostBytes = 500 << 20
    /// As many files as a board of 2,000 items with a picture and a recording each has, and some more.
    public static let mostFiles = 5_000
    /// The settings' text, in bytes of UTF-8.
    public static let mostSettingsBytes = 1 << 20

    /// The client's id.
    public var client: String
    /// A digest of all of it, as files have one: it differs whenever anything else does.
    public var version: String
    /// The home's and the client's settings, as a text like `beckon.yaml` that holds nothing of any machine.
    public var settings: String
    /// Sorted by their paths.
    public var files: [File]

    public init(client: String, version: String, settings: String, files: [File]) {
        self.client = client
        self.version = version
        self.settings = settings
        self.files = files
    }

    /// Why a kiosk cannot keep it, in a sentence for people; `nil` where it can.
    public var obstacle: String? {
        if files.count > Self.mostFiles {
            return "the boards name \(files.count) files, and at most \(Self.mostFiles) can be sent to kiosks"
        }
        if settings.utf8.count > Self.mostSettingsBytes {
            return "the settings are longer than a kiosk takes"
        }
        if let file = files.first(where: { $0.size > Self.mostFileBytes }) {
            return "\(file.path) has more than \(Self.mostFileBytes >> 20) MiB: make it smaller"
        }
        if let file = files.first(where: { !$0.isSound }) {
            return "\(file.path) cannot be kept under this name on another machine: rename it"
        }
        if files.reduce(0, { $0 + $1.size }) > Self.mostBytes {
            return
                "the files of the boards have more than \(Self.mostBytes >> 20) MiB together: make some of them smaller"
        }
        if Set(files.map(\.path)).count < files.count { return "a file is named twice" }
        return File.isDigest(version) ? nil : "its version is no digest"

    }
}
