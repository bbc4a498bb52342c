import Care
import CareService
import Channels
import Foundation
import HomeFiles
import Roles

extension Composition {
    /// Over what the service reaches people on their own devices, and the house; where it calls people by telephone, with the home's own
    /// voice.
    func addChannels(to configuration: inout CareServiceConfiguration) throws {
        configuration.house = .mqtt(roots: files.settings.service.trust.map(home.file), logger: logger)
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
