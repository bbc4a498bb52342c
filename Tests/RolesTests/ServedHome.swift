import OwnFolders

@testable import Roles

/// The home of a service and that of a kiosk elsewhere, in a folder of their own, which is gone after the test.
struct ServedHome {
    let folder: OwnFolder
    let served: HomeFolder
    let kiosk: HomeFolder
    let share: SharedFiles
    let desk: ContentsDesk

    init() throws {
        folder = try OwnFolder()
        served = HomeFolder(path: folder.file("served"))
        kiosk = HomeFolder(path: folder.file("kiosk"))
        share = try SharedFiles.find()
        for home in [served, kiosk] { try home.prepare(from: share) }
        desk = ContentsDesk(home: served, share: share)
    }
}
