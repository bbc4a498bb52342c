import Foundation
import OwnFolders
import Testing

@testable import Switches

@Suite struct SysfsDeviceTests {
    @Test("What a device is can be seen without opening it") func whatADeviceIsCanBeSeenWithoutOpening()
        throws
    {
        let folder = try OwnFolder()
        let files = [
            "name": "Big Red Switch\n", "id/vendor": "046d\n", "id/product": "c52b\n",
            // Keys 57 and 64 + 1: the highest word comes first.
            "capabilities/key": "2 200000000000000\n",
        ]
        for (path, text) in files {
            let file = URL(filePath: folder.file("event4/device/\(path)"))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let device = try #require(
            SysfsDevice(node: "/dev/input/event4", root: folder.path))
        #expect(device.identity == DeviceIdentity(name: "Big Red Switch", vendor: 0x46D, product: 0xC52B))
        #expect([57, 65].allSatisfy(device.hasKey))
        #expect(![0, 1, 58, 64, 767].contains(where: device.hasKey))
        #expect(SysfsDevice(node: "/dev/input/event5", root: folder.path) == nil)
    }
}
