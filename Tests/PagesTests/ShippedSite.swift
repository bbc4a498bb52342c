import Pages
import Roles

extension PageSite {
    private static let read = Result { try PageSite(SharedFiles.find().translations()) }

    /// With the texts that ship, read once for all tests.
    static func shipped() throws -> PageSite { try read.get() }
}
