import Care
import CareService
import Channels
import Foundation
import Roles

extension Composition {
    /// Over what the service reaches people on their own devices; where it calls them by telephone, with the home's own voice.
    func addChannels(to configuration: inout CareServiceConfiguration) throws {
        guard let speech = configuration.speech else { return }
        let http = try ChannelHTTP()
        configuration.contactChannels = Channels.all(http: http, folder: home.careStore + ".phone") {
            text, language in
            let words = String(text.prefix(SpeechSample.mostCharacters))
            return Data(
                try await speech.file(of: SpeechSample(text: words, language: language, voice: .alert)))
        }
        configuration.endChannels = { await http.shutDown() }
    }
}
