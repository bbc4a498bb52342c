public import NIOPosix

/// The event loop for work that must not wait for strangers: one thread for the connections between a home's
/// own devices and its service in the same process or on the same machine, at both ends, and for bells.
///
/// Connections from the network have the loops of `MultiThreadedEventLoopGroup.singleton`; however busy those
/// are, nothing here waits for them. It lasts as long as the process.
public enum OwnLoop {
    public static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
}
