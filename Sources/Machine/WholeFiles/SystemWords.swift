import Glibc

/// What the system refuses, in words of this project: its own are for programmers, and in the language of its locale.
public enum SystemWords {
    /// Part of a sentence, without a full stop: "the disk is full".
    ///
    /// - Parameter code: Of `errno`.
    public static func words(_ code: Int32) -> String {
        switch code {
        case EACCES, EPERM: "the user that runs Beckon may not"
        case ENOENT: "it does not exist"
        case ENOTDIR: "a part of its path is no folder"
        case EISDIR: "it is a folder"
        case EEXIST: "it is there already"
        case ENAMETOOLONG: "its name is too long"
        case ELOOP: "its links lead in a circle"
        case ENOSPC: "the disk is full"
        case EDQUOT: "this user may not use more of the disk"
        case EROFS: "the disk can only be read"
        case EIO: "the disk fails"
        case EFBIG: "it is larger than the disk allows"
        case EMFILE, ENFILE: "too many files are open at once"
        case ENOMEM: "there is no memory left"
        case EBUSY, ETXTBSY: "another program uses it"
        case ENXIO, ENODEV: "the device is not there"
        case EADDRINUSE: "another program listens there"
        case EADDRNOTAVAIL: "this machine has no such address"
        case EAFNOSUPPORT: "this machine has no such kind of address"
        default: "the system's error \(code), \(String(cString: strerror(code)))"
        }
    }
}
