import OwnFolders

@testable import Roles

/// A new home in a folder of its own, which is gone after the test.
struct OwnHome {
    let folder: OwnFolder
    let home: HomeFolder
    let share: SharedFiles

    init() throws {
        folder = try OwnFolder()
        home = HomeFolder(path: folder.file("home"))
        share = try SharedFiles.find()
        try home.prepare(from: share)
    }
}
