import Foundation

/// Where a probe's store is.
enum ProbeFolder {
    /// A new one, in memory where there is such a folder: that what is written stands a power cut is not shown here.
    static func make() throws -> URL {
        let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
        let isThere = FileManager.default.isWritableFile(atPath: memory.path)
        let folder = (isThere ? memory : FileManager.default.temporaryDirectory)
            .appendingPathComponent("year-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
