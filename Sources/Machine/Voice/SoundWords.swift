import CALSA
import Glibc
import WholeFiles

/// What ALSA refuses, in words of this project: its own are the C library's.
enum SoundWords {
    /// Part of a sentence: "it is not there".
    ///
    /// - Parameter code: Negative, as ALSA's calls return it.
    static func words(_ code: Int32) -> String {
        switch -code {
        case ENOENT, ENODEV, ENXIO: "it is not there"
        case EBUSY: "another program plays on it"
        case EACCES, EPERM:
            "this user may not play on it (`sudo usermod -aG audio USER`, then log in again)"
        case EINVAL: "it takes no sound of the kind that Beckon plays"
        case ECONNREFUSED, EHOSTDOWN: "its sound server does not run"
        case EPIPE, ESTRPIPE, EIO: "it has stopped playing"
        case EAGAIN, ETIMEDOUT: "it does not respond"
        case let number where number > 0 && number < 200: SystemWords.words(number)
        default: "ALSA’s error \(-code), \(String(cString: snd_strerror(code)))"
        }
    }
}
