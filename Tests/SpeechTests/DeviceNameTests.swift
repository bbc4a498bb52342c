import Speech
import Testing

@Suite("The names of sound devices")
struct DeviceNameTests {
    @Test(
        "A name without arguments is one, and a card's with its card and device",
        arguments: [
            "default", "pulse", "pipewire", "speaker", "my-card_2", "hw", "hw:0", "hw:0,0", "hw:PCH,3",
            "plughw:CARD=PCH,DEV=0", "plughw:DEV=1,CARD=PCH", "sysdefault:CARD=vc4hdmi", "dmix:CARD=Headset",
            "hw:0,DEV=3",
        ])
    func good(text: String) {
        #expect(DeviceName.problem(with: text) == nil)
        #expect(DeviceName(text)?.text == text)
    }

    @Test(
        "A name that ALSA could read as anything else is refused",
        arguments: [
            "", " ", "file:'|id > /tmp/x; cat > /dev/null',raw", "tee:default,/tmp/x", "plug:file:/tmp/x",
            "file:FILE=/tmp/x", "plug:default", "plug:'file:/tmp/x'", "shm:a,b", "hdmi:CARD=PCH,DEV=0",
            "pcm.file", "defaults.pcm.card", "cards.pcm.default", "_ucm0001.hw:0", "hw:", "hw:0,", "hw:,0",
            "hw:0,0,0", "hw:0:1", "hw:CARD=", "hw:CARD=0,CARD=1", "hw:0,CARD=1", "hw:CARD=0,1",
            "hw:SUBDEV=1", "hw:{ card 0 }", "hw:'0'", "hw:\"0\"", "hw:CARD=a b", "hw:CARD=a|b", "hw:$CARD",
            "{ type file }", "a b", "a\nb", "a/b", "../x", "/dev/snd/pcmC0D0p", "ä", "hw:ä", "|id", "`id`",
            "default\0", "@func", String(repeating: "a", count: 65),
            "hw:" + String(repeating: "1", count: 65),
        ])
    func bad(text: String) throws {
        let problem = try #require(DeviceName.problem(with: text))
        #expect(DeviceName(text) == nil)
        #expect(problem.contains("such as") && problem.count < 300)
    }

    @Test(
        "A voice is a name and no path",
        arguments: ["de", "en-gb", "de+f3", "English (Great Britain)", "auto"])
    func voices(name: String) { #expect(VoiceName.isWellFormed(name)) }

    @Test(
        "A path is not accepted as a voice",
        arguments: [
            "", "../../tmp/x", "/tmp/x", "mb/mb-de1", "de+../x", "a\\b", ".x", "a\nb", "\u{D4E}/tmp\u{D4E}/x",
        ])
    func noVoices(name: String) { #expect(!VoiceName.isWellFormed(name)) }

    @Test("A voice for which a program is started is known by its name")
    func programs() {
        #expect(
            [
                "mb-de1", "MB-de1", "english-mb-en1", "german-mbrola-5", "en-dutch", "EN-German-1",
                "en-swedish-f+f3",
            ].allSatisfy(VoiceName.startsProgram))
        #expect(
            !["de", "en-gb", "number", "German", "en-us", "de+f3"].contains(where: VoiceName.startsProgram))
    }

    @Test("A variant that eSpeak NG has no room for is refused: it would end the process")
    func variants() {
        #expect(VoiceName.isWellFormed("en+" + String(repeating: "a", count: 30)))
        #expect(!VoiceName.isWellFormed("en+" + String(repeating: "a", count: 31)))
        #expect(!VoiceName.isWellFormed("en+f3" + String(repeating: "+", count: 40)))
    }
}
