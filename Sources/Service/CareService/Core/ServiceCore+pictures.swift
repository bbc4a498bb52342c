import CareStore
import Logging

extension ServiceCore {
    /// Pictures stored by an earlier version may contain where and when they were taken.
    func stripPictures(in store: CareStore) async {
        do throws(CareStoreError) {
            let (count, unreadable) = try await store.stripPictures()
            guard count > 0 else { return }
            logger.notice(
                "hidden data was removed from people's pictures", metadata: ["count": "\(count)"])
            guard !unreadable.isEmpty else { return }
            logger.warning(
                "pictures that cannot be read to their end are no longer shown: set them again",
                metadata: ["people": "\(unreadable)"])
        } catch {
            logger.error(
                "older pictures are not stripped yet: it is tried again at the next start",
                metadata: ["error": "\(error)"])
        }
    }
}
