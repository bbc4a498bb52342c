public import ArgumentParser
import Dispatch
import Roles
import Scanning
public import Speech
import Voice

/// `beckon say`: hears what a voice makes of a text.
struct SayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "say", abstract: "Say a text with one of the home's voices.")

    @Argument(help: ArgumentHelp("What to say.", valueName: "text")) var text: [String]
    @Option(help: "main, cue or alert.") var voice: VoiceRole = .main
    @Option(help: ArgumentHelp("Another language than the home's, e.g. de.", valueName: "language"))
    var language: String?
    @OptionGroup var home: HomeOptions
    @OptionGroup var sound: SoundOptions

    func run() throws {
        let composition = try Composition(home)
        let voices = try composition.voices(sound)
        defer { voices.shutDown() }
        let done = DispatchSemaphore(value: 0)
        voices.say(text.joined(separator: " "), voice: voice, language: language) { done.signal() }
        done.wait()
    }
}

extension VoiceRole: ExpressibleByArgument {}
