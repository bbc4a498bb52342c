import Foundation

/// Waits until nobody holds the lock of a store: its last owner's, who may still be ending, or a copy of it that a program which is just
/// being started holds until it runs. Returns at once where it has never been locked.
public func untilUnlocked(_ store: String) async {
    let descriptor = open(store + ".lock", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            _ = flock(descriptor, LOCK_EX)
            close(descriptor)
            continuation.resume()
        }
    }
}
