internal import CEvdev
internal import Glibc

/// Wakes up when a folder's entries come, go or change their rights, even if the folder does not exist yet.
///
/// For a missing folder its nearest existing ancestor is watched, so that it is noticed when it is made.
struct FolderWatch: ~Copyable {
    let descriptor: Int32
    private let folders: [String]
    private var watched: [Int32: String] = [:]

    init(folders: [String]) throws(SwitchError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw .cannotStart(what: "inotify", errno: errno) }
        self.folders = folders
        arm()
    }

    deinit { close(descriptor) }

    /// Watches what exists by now. IN_ATTRIB: a node appears before udev has set its rights.
    mutating func arm() {
        let content = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF)
        let arrival = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF)
        for folder in folders {
            var path = folder
            // The same folder again only changes its mask, so IN_MASK_ADD: one folder may be another's ancestor.
            var number = inotify_add_watch(
                descriptor, path, content | UInt32(IN_MASK_ADD) | UInt32(IN_ONLYDIR))
            while number < 0, path != "/" {
                path = Self.parent(path)
                number = inotify_add_watch(
                    descriptor, path, arrival | UInt32(IN_MASK_ADD) | UInt32(IN_ONLYDIR))
            }
            if number >= 0 { watched[number] = path }
        }
    }

    /// Discards all notifications; the caller then looks at the folder.
    func drain() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) {
            while Glibc.read(descriptor, $0.baseAddress, $0.count) > 0 {}
        }
    }

    static func parent(_ path: String) -> String {
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        return folder.isEmpty ? "/" : String(folder)
    }
}
