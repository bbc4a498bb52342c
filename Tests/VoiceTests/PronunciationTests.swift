import Logging
import OwnThreads
import Speech
import Testing

@testable import Voice

/// What the check of boards asks of the synthesiser, and what doctor lists.
@Suite(.ownThreads(1)) struct PronunciationTests {
    /// One for all tests: its thread lasts until it is shut down.
    private static let shared = Pronunciation(logger: Logger(label: "test"))
    private let pronunciation = shared

    @Test("What sounds alike has the same spoken form")
    func alike() {
        #expect(
            pronunciation.spokenForm("write", language: "en")
                == pronunciation.spokenForm("right", language: "en"))
        #expect(
            pronunciation.spokenForm("tea", language: "en") != pronunciation.spokenForm("pea", language: "en")
        )
    }

    @Test("What the voice renders as silence has an empty spoken form", arguments: ["", " ", "…", "\n"])
    func silence(text: String) {
        #expect(pronunciation.spokenForm(text, language: "en") == "")
        #expect(
            pronunciation.duration(text, language: "en", settings: VoiceSettings(volume: 1))
                < .milliseconds(1))
    }

    @Test("A language decides how a text is said, and an unknown one says nothing")
    func languages() {
        #expect(
            pronunciation.spokenForm("Durst", language: "de")
                != pronunciation.spokenForm("Durst", language: "en"))
        #expect(pronunciation.spokenForm("Durst", language: "xx-ZZ") == nil)
    }

    @Test("More words last longer, and a faster voice shorter")
    func durations() {
        var settings = VoiceSettings(volume: 1)
        let short = pronunciation.duration("Water", language: "en", settings: settings)
        let long = pronunciation.duration("I would like some water", language: "en", settings: settings)
        settings.rate = 300
        let quick = pronunciation.duration("I would like some water", language: "en", settings: settings)
        #expect(short > .milliseconds(200))
        #expect(short < quick && quick < long)
    }

    @Test(
        "Languages find their voice, with and without region and variant",
        arguments: [
            "en", "en-gb", "en-us", "de", "de-at", "fr-ca", "pt-br", "cmn", "nb", "en+f3", "de-at+f3",
        ])
    func voices(name: String) {
        #expect(VoiceCatalogue(pronunciation).hasVoice(.ofLanguage(name)))
        #expect(VoiceCatalogue(pronunciation).hasVoice(.set(name)))
    }

    @Test(
        "A voice that does not exist is not found, nor one whose variant the library has no room for",
        arguments: ["xx-zz", "martian", "", "en+" + String(repeating: "a", count: 60)])
    func noVoice(name: String) {
        #expect(!VoiceCatalogue(pronunciation).hasVoice(.ofLanguage(name)))
        #expect(!VoiceCatalogue(pronunciation).hasVoice(.set(name)))
    }

    @Test("A language is spoken where a voice is found for it")
    func spoken() {
        for language in ["de", "de-AT", "en", "en-GB", "zh-Hans", "pt-BR", "no", "es-MX"] {
            #expect(VoiceCatalogue.speaks(language) == true, "\(language)")
        }
        // Twice: the second answer is a remembered one.
        for _ in 0..<2 {
            for language in ["xx", "qaa", "xx-ZZ"] {
                #expect(VoiceCatalogue.speaks(language) == false, "\(language)")
            }
        }
        #expect(pronunciation.spokenForm("Durst", language: "de")?.isEmpty == false)
    }

    @Test(
        "A voice for which a program is started is none for a language, by whatever name",
        arguments: ["mb-de6", "MB-de6+f3", "german-mbrola-6", "english-mb-en1", "en-dutch", "EN-german-1"])
    func noProgram(name: String) {
        #expect(!VoiceCatalogue(pronunciation).hasVoice(.ofLanguage(name)))
    }

    @Test("The catalogue lists voices and says why a device does not open")
    func catalogue() {
        let catalogue = VoiceCatalogue(pronunciation)
        #expect(catalogue.voices().contains { $0.language == "de" })
        #expect(catalogue.fault() == nil)
        let fault = VoiceCatalogue.tryToOpen("beckon-no-such-device")
        #expect(fault?.description.contains("beckon-no-such-device") == true)
    }

    @Test(
        "An utterance's own language goes before the role's voice, whose variant it keeps",
        arguments: [
            (nil, nil, "en-gb"), ("de", nil, "de"), ("en+f3", "de-AT", "de-at+f3"), (nil, "zh-Hans", "cmn"),
        ] as [(String?, String?, String)])
    func choice(chosen: String?, language: String?, voice: String) {
        #expect(
            VoiceCatalogue.voice(chosen: chosen, utteranceLanguage: language, language: "en-GB").name
                == voice)
    }
}
