import OwnThreads
import RealTime
import Speech
import Testing
import Time

@testable import Voice

/// Sound files of what a kiosk would say, made by the real synthesiser.
@Suite(.ownThreads(1)) struct SpeechSamplerTests {
    private let sampler = SpeechSampler()

    private func file(
        _ text: String, rate: Int = 165, in spoken: String? = nil, voice: String? = nil
    ) throws(VoiceError) -> [UInt8] {
        var settings = VoiceSettings(volume: 1)
        settings.rate = rate
        settings.voice = voice
        return try sampler.file(text, as: settings, in: spoken, home: "en-GB")
    }

    private func number(_ bytes: [UInt8], at place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
    }

    private func words(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    @Test("A sample is a WAV file of the synthesiser's rate, mono with 16 bits, as long as it says")
    func wave() throws {
        let bytes = try file("Ben is on the way.")
        #expect(words(bytes, 0..<4) == "RIFF" && words(bytes, 8..<16) == "WAVEfmt ")
        #expect(number(bytes, at: 4) == bytes.count - 8)
        #expect(bytes[20...23].elementsEqual([1, 0, 1, 0]) && bytes[34] == 16)
        #expect(number(bytes, at: 24) == 22_050 && number(bytes, at: 28) == 44_100)
        #expect(words(bytes, 36..<40) == "data" && number(bytes, at: 40) == bytes.count - 44)
        // Between a half and three seconds of words, and not silence.
        #expect((22_050...132_300).contains(bytes.count - 44))
        #expect(bytes[44...].contains { $0 != 0 })
    }

    @Test("The same sample again comes from the cache; another text, speed or language is another sound")
    func cache() throws {
        let first = try file("Water, please.")
        #expect(sampler.made == 1)
        #expect(try file("Water, please.") == first)
        #expect(sampler.made == 1)
        #expect(try file("Tea, please.") != first)
        #expect(try file("Water, please.", rate: 300).count < first.count)
        #expect(try file("Water, please.", in: "de") != first)
        #expect(sampler.made == 4)
    }

    @Test("What cannot be said is refused: no such voice, nothing to hear, or too long")
    func refused() {
        #expect(throws: VoiceError.unknownVoice("xx-zz")) { try file("Water", in: "xx-ZZ") }
        #expect(throws: VoiceError.nothingToSay) { try file("…") }
        let numbers = String(repeating: "777777 ", count: 57)
        #expect(throws: VoiceError.sampleTooLong(seconds: SpeechSampler.longestSeconds)) {
            try file(numbers, rate: 80)
        }
    }

    @Test("A language starts no program, as in boards")
    func program() {
        #expect(throws: VoiceError.unknownVoice("mb-de1")) { try file("Wasser", in: "mb-de1") }
    }

    @Test("A sample waits while what is about to be heard needs the synthesiser")
    func givesWay() throws {
        let (isHeld, isFree) = (WakeUp(), WakeUp())
        let thread = OwnThread.start("test-claims") {
            SharedLibrary.use { _ in
                isHeld.signal()
                isFree.wait()
            }
        }
        isHeld.wait()
        #expect(SharedLibrary.isClaimed)
        #expect(SharedLibrary.useIfFree { _ in true } == nil)
        isFree.signal()
        thread?.join()
        #expect(try !file("Now it is free.").isEmpty)
    }

    @Test("A sample in another voice does not leave that one loaded, for which the room would wait")
    func loadedVoice() throws {
        // Other tests load theirs at the same time, but none this one.
        let other = "fr-ch"
        func voice() -> WantedVoice? {
            SharedLibrary.use { library in (try? library.get())?.voice }
        }
        #expect(
            SharedLibrary.use { library in
                guard case .success(var loaded) = library else { return false }
                defer { library = .success(loaded) }
                return loaded.select(voice: .ofLanguage("de"))
            })
        // While another test waits for the synthesiser, it is left to that one to load its own.
        let wasRestored = try (1...20).contains { number in
            let sample = try file("Bonjour \(number).", in: other)
            return !sample.isEmpty && voice() != .ofLanguage(other)
        }
        #expect(wasRestored)
        #expect(throws: VoiceError.unknownVoice("xx-zz")) { try file("Water", in: "xx-ZZ") }
        #expect(![.ofLanguage(other), .ofLanguage("xx-zz")].contains(voice()))
    }

    @Test("The cache keeps what was used last")
    func bounded() {
        var cache = SampleCache()
        func rendering(_ number: Int) -> Rendering {
            Rendering(
                text: "\(number)", voice: .ofLanguage("en"), rate: 165, pitch: 50, keepsTail: false)
        }
        let file = [UInt8](repeating: 0, count: SampleCache.byteCapacity / 4)
        for number in 0..<4 { cache.keep(file, of: rendering(number)) }
        #expect(cache.file(of: rendering(0)) != nil)
        cache.keep(file, of: rendering(4))
        #expect(cache.file(of: rendering(1)) == nil)
        #expect(cache.file(of: rendering(0)) != nil && cache.file(of: rendering(4)) != nil)
        #expect(cache.size <= SampleCache.byteCapacity)
        cache.keep([UInt8](repeating: 0, count: SampleCache.byteCapacity), of: rendering(9))
        #expect(cache.file(of: rendering(9)) == nil)
    }
}
