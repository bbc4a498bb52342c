public import Foundation

/// The channels that this Beckon knows.
public enum Channels {
    /// Each of them once, in the order in which people are offered them: those that answer from a locked phone first.
    ///
    /// - Parameters:
    ///   - http: By which those of the web speak; it is ended by whoever has made it.
    ///   - roots: A PEM file of certificates that mail servers may have besides the machine's.
    ///   - folder: One of the calling program's own, which it makes.
    ///   - speak: Says a text in a language (BCP 47) as a file of WAV.
    public static func all(
        http: ChannelHTTP, roots: String? = nil, folder: String,
        speak: @escaping @Sendable (_ text: String, _ language: String) async throws -> Data
    ) -> [Channel] {
        [
            WebPushChannel.channel(http), NtfyChannel.channel(http), GotifyChannel.channel(http),
            SIPChannel.channel(folder: folder, speak: speak), SMSChannel.channel(),
            MailChannel.channel(roots: roots), WebhookChannel.channel(http),
        ]
    }
}
