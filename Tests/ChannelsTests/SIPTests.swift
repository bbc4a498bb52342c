import Care
import Foundation
import Testing

@testable import Channels

@Suite("A call says it three times, and a key answers")
struct SIPTests {
    @Test("Netstrings come in whatever pieces", arguments: [1, 2, 3, 7, 100])
    func netstrings(piece: Int) throws {
        let texts = ["", "a", "{\"a\":\"1:2,\"}", String(repeating: "ü", count: 100)]
        let bytes = texts.flatMap { Netstring.encode(Array($0.utf8)) }
        var reader = Netstring.Reader()
        var found: [String] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            reader.add(bytes[start..<min(bytes.count, start + piece)])
            while let message = try reader.next() { found.append(String(decoding: message, as: UTF8.self)) }
        }
        #expect(found == texts)
    }

    @Test(
        "What is no netstring is refused, not waited for",
        arguments: ["x", ":", "3:abcd", "-1:,", "65537:", "000000:,", "99999999999999999999"])
    func brokenNetstrings(text: String) {
        var reader = Netstring.Reader()
        reader.add(Array(text.utf8))
        var isBroken = false
        do throws(Netstring.Reader.Broken) { while try reader.next() != nil {} } catch { isBroken = true }
        #expect(isBroken)
    }

    @Test(
        "What baresip says",
        arguments: [
            (
                #"{"event":true,"type":"CALL_RINGING","class":"call","direction":"outgoing","param":"sip:a@b"}"#,
                PhoneEvent.ringing
            ),
            (
                #"{"event":true,"type":"CALL_ESTABLISHED","direction":"outgoing","param":"sip:a@b"}"#,
                .answered
            ),
            (#"{"event":true,"type":"CALL_ESTABLISHED","direction":"incoming","param":"sip:a@b"}"#, nil),
            (#"{"event":true,"type":"CALL_DTMF_START","direction":"outgoing","param":"1"}"#, .key("1")),
            (#"{"event":true,"type":"CALL_DTMF_END","direction":"outgoing"}"#, nil),
            (
                #"{"event":true,"type":"CALL_CLOSED","direction":"outgoing","param":"486 Rejected"}"#,
                .closed("486 Rejected")
            ),
            (#"{"event":true,"type":"CALL_INCOMING","direction":"incoming","param":"sip:a@b"}"#, .incoming),
            (#"{"response":true,"ok":true,"data":"","token":"dial"}"#, nil),
            (#"{"response":true,"ok":false,"data":"command not found","token":"dial"}"#, .refused(.dial)),
            (
                #"{"response":true,"ok":true,"data":"switch audio device: aufile,n.wav\nfailed to set audio-source (No such device)\n","token":"ausrc"}"#,
                .refused(.sound)
            ),
            (
                #"{"response":true,"ok":true,"data":"> sip:a@b   \#u{1b}[32mOK \#u{1b}[;m  Expires 60s","token":"reginfo"}"#,
                nil
            ),
            (
                #"{"response":true,"ok":true,"data":"> sip:a@b   \u001b[32mOK \u001b[;m  Expires 60s","token":"reginfo"}"#,
                .registration(true)
            ),
            (
                #"{"response":true,"ok":true,"data":"> sip:a@b   \u001b[31mERR\u001b[;m  Expires 0s","token":"reginfo"}"#,
                .registration(false)
            ),
            (
                #"{"response":true,"ok":true,"data":"> sip:ERR@b   zzz  Expires 0s","token":"reginfo"}"#,
                .registration(nil)
            ),
            ("", nil), ("[]", nil), ("{}", nil),
        ] as [(String, PhoneEvent?)])
    func events(message: String, event: PhoneEvent?) {
        #expect(PhoneEvent(message: Array(message.utf8)) == event)
    }

    @Test("What baresip is told")
    func commands() {
        let message = PhoneCommand.dial.message("sip:**610@fritz.box")
        #expect(
            String(decoding: message, as: UTF8.self)
                == #"64:{"command":"dial","params":"sip:**610@fritz.box","token":"dial"},"#)
        #expect(
            String(decoding: PhoneCommand.hangUp.message(), as: UTF8.self)
                == #"37:{"command":"hangup","token":"hangup"},"#)
    }

    /// Plays events at seconds since the beginning of a call, of which the text takes ten; gives what was done.
    private func play(_ events: [(Int, PhoneEvent)], isQuestion: Bool = true) -> [PhoneCall.Action] {
        var call = PhoneCall(takesAnswers: isQuestion, once: .seconds(10))
        return events.map { call.handle($0.1, at: .seconds($0.0)) }
    }

    @Test("A key answers, and the call is hung up", arguments: [("1", "on_the_way"), ("2", "cannot")])
    func answers(key: String, answer: String) {
        let done = play([
            (1, .ringing), (5, .answered), (6, .key("5")), (8, .key(key)),
            (8, .closed("Connection reset by user")),
        ])
        #expect(done == [.wait, .play, .wait, .hangUp, .end(.answered(answer), isClean: true)])
    }

    @Test("Without a question any key says that it was heard")
    func anyKey() {
        let done = play([(5, .answered), (6, .key("5")), (7, .closed(""))], isQuestion: false)
        #expect(done == [.play, .hangUp, .end(.confirmed, isClean: true)])
    }

    @Test("Said once is taken, and confirmed by nobody: a mailbox may have heard it", arguments: [14, 15])
    func heard(end: Int) {
        let done = play([(5, .answered), (end, .closed("Connection reset by peer"))])
        let outcome = ChannelOutcome.failed("It was answered, and hung up before all had been said.")
        #expect(done == [.play, .end(end == 15 ? .accepted : outcome, isClean: true)])
    }

    @Test("The recording's end ends the call, and where it does not, it is hung up")
    func over() {
        #expect(play([(5, .answered), (40, .closed("end of file"))]).last == .end(.accepted, isClean: true))
        let done = play([(5, .answered), (60, .timeIsUp), (63, .timeIsUp)])
        #expect(done == [.play, .hangUp, .end(.accepted, isClean: false)])
    }

    @Test("Nobody answers; the wait for that ends as somebody does")
    func nobody() {
        let done = play([(1, .ringing), (45, .timeIsUp), (45, .closed("Connection reset by user"))])
        #expect(done == [.wait, .hangUp, .end(.failed("Nobody answered the telephone."), isClean: true)])
        #expect(play([(45, .answered), (45, .timeIsUp), (46, .key("1"))]) == [.play, .wait, .hangUp])
    }

    @Test(
        "Reasons in words",
        arguments: [
            ("486 Busy Here", "The telephone is busy."),
            ("404 Not Found", "The telephone system knows no such number (404)."),
            ("Connection reset by peer", "The call came to nothing."),
            ("503 x", "The telephone system did not put the call through (503)."),
        ])
    func reasons(reason: String, words: String) {
        #expect(play([(1, .closed(reason))]) == [.end(.failed(words), isClean: true)])
    }

    @Test("A program that ends, or cannot say it, is no call")
    func faults() {
        #expect(
            play([(1, .lost)]) == [.end(.failed("The call was cut off: baresip has ended."), isClean: false)])
        #expect(
            play([(1, .refused(.dial))]) == [.end(.failed("The number cannot be dialled."), isClean: true)])
        let done = play([(1, .answered), (1, .refused(.sound)), (2, .closed(""))])
        #expect(
            done == [
                .play, .hangUp,
                .end(.failed("Nothing could be said: baresip did not take the recording."), isClean: true),
            ])
    }

    private func destination(
        _ uri: String, registrar: String = "fritz.box", user: String = "beckon", password: String = "p;w"
    ) -> Destination {
        Destination(
            contact: UUID(), address: ["uri": uri], settings: ["registrar": registrar, "user": user],
            settingSecrets: ["password": password])
    }

    @Test("baresip's account")
    func account() throws {
        let account = try PhoneAccount(destination("**610"))
        #expect(
            account.accounts
                == "\"Beckon\" <sip:beckon@fritz.box;transport=udp>;auth_user=beckon;auth_pass=\"p;w\";regint=300;call_transfer=no;audio_codecs=PCMA,PCMU\n"
        )
        let direct = try PhoneAccount(destination("", registrar: ""))
        #expect(
            direct.accounts
                == "\"Beckon\" <sip:beckon@127.0.0.1>;regint=0;call_transfer=no;audio_codecs=PCMA,PCMU\n")
    }

    @Test(
        "No setting can write another line or field into it",
        arguments: [
            ("fritz.box;x=y", "beckon", "p", "settings.registrar"),
            ("fritz.box>", "beckon", "p", "settings.registrar"),
            ("fritz.box\nx", "beckon", "p", "settings.registrar"),
            ("fritz.box:0", "beckon", "p", "settings.registrar"),
            ("fritz.box", "b;x=y", "p", "settings.user"), ("fritz.box", "b\nx", "p", "settings.user"),
            ("fritz.box", "", "p", "settings.user"),
            ("fritz.box", "beckon", "p\"q", "secrets.password"),
            ("fritz.box", "beckon", "p\nq", "secrets.password"),
        ])
    func hostile(registrar: String, user: String, password: String, field: String) {
        let problem = #expect(throws: FieldProblem.self) {
            _ = try PhoneAccount(destination("", registrar: registrar, user: user, password: password))
        }
        #expect(problem?.field == field)
    }

    @Test(
        "Whom to call",
        arguments: [
            ("**610", "sip:**610@fritz.box"), ("0171 123", "sip:0171123@fritz.box"),
            ("+49 (171) 12-34", "sip:+491711234@fritz.box"), ("1120", "sip:1120@fritz.box"),
            ("sip:**610@fritz.box", "sip:**610@fritz.box"),
            ("SIP:anna@FRITZ.box:5060", "sip:anna@FRITZ.box:5060"),
        ])
    func targets(written: String, target: String) throws {
        let destination = self.destination(written)
        #expect(try PhoneAccount(destination).target(destination) == target)
    }

    @Test(
        "Whom not to call",
        arguments: [
            "", "anna", "sip:anna", "sip:anna@b@c", "sip:anna@b?x=y", "sip:an na@b", "tel:123",
            "**610\nhangup",
            "sip:@fritz.box", "sip:anna@fritz.box:+5060", "sip:anna@fritz.box:05060",
            "sip:anna@fritz.box;maddr=b",
        ])
    func notTargets(written: String) throws {
        let destination = self.destination(written)
        let account = try PhoneAccount(destination)
        #expect(throws: FieldProblem.self) { try account.target(destination) }
    }

    @Test(
        "Numbers of those who help in an emergency are never called, however they are written",
        arguments: [
            "112", "1 1 2", "1-1-2", "(112)", "+112", "0112", "0 911", "9911", "sip:911@fritz.box",
            "sip:+112@fritz.box",
            "sip:1.1.2@fritz.box", "122", "133", "15",
        ])
    func emergencies(written: String) throws {
        let destination = self.destination(written)
        let account = try PhoneAccount(destination)
        #expect(throws: FieldProblem.self) { try account.target(destination) }
    }

    @Test(
        "Orders to the telephone system are no numbers",
        arguments: [
            "*21*09001234567#", "#31#0171123", "#96*1*", "**21*0900#", "*610", "***610", "**", "**610#1",
            "sip:*21*0900@fritz.box", "sip:*97@fritz.box", "sip:**21*0900@fritz.box", "sip:%2A21@fritz.box",
        ])
    func orders(written: String) throws {
        let destination = self.destination(written)
        let account = try PhoneAccount(destination)
        #expect(throws: FieldProblem.self) { try account.target(destination) }
    }

    @Test(
        "With a telephone system nobody else is called, who could ask for its password",
        arguments: [
            "sip:anna@evil.example", "sip:anna@192.168.1.20", "sip:anna@fritz.box:5061",
            "sip:anna@fritz.box.evil.example",
        ])
    func onlyTheSystem(written: String) throws {
        let destination = self.destination(written)
        let account = try PhoneAccount(destination)
        #expect(throws: FieldProblem.self) { try account.target(destination) }
    }

    @Test(
        "Without a telephone system calls stay in the home",
        arguments: [
            ("sip:anna@192.168.1.20:5062", true), ("SIP:anna@[fd00::2]", true),
            ("sip:anna@phone.local", true),
            ("sip:anna@192.0.2.10", false), ("sip:anna@evil.example", false),
            ("sip:anna@[2001:db8::1]:5060", false),
            ("**610", false),
        ])
    func direct(written: String, isCalled: Bool) throws {
        let destination = self.destination(written, registrar: "", password: "")
        let account = try PhoneAccount(destination)
        do throws(FieldProblem) {
            _ = try account.target(destination)
            #expect(isCalled)
        } catch { #expect(!isCalled) }
    }

    /// A tone of so many Hz as a WAVE file, one second long.
    private func tone(_ frequency: Double, rate: Int) -> Data {
        let turn = 2 * Double.pi * frequency / Double(rate)
        let samples = (0..<rate).map { Int16(8_000 * sin(turn * Double($0))) }
        func four(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        var bytes = Array("RIFF".utf8) + four(36 + samples.count * 2) + Array("WAVEfmt ".utf8) + four(16)
        bytes += [1, 0, 1, 0] + four(rate) + four(rate * 2) + [2, 0, 16, 0]
        bytes += Array("data".utf8) + four(samples.count * 2)
        for sample in samples {
            bytes += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
        }
        return Data(bytes)
    }

    @Test(
        "Three times, with pauses; what the telephone cannot carry is not heard",
        arguments: [8_000, 22_050, 44_100])
    func wave(rate: Int) throws {
        let wave = try #require(SpokenWave(speech: tone(440, rate: rate)))
        #expect(wave.samples.count == (1 + 3 * 1 + 2 * 2 + 5) * 8_000)
        #expect(wave.once == .seconds(2))
        func loudness(_ wave: SpokenWave, from second: Double) -> Double {
            let start = Int(second * 8_000)
            return wave.samples[start..<(start + 4_000)].reduce(0) { max($0, abs(Double($1))) }
        }
        for second in [1.2, 4.2, 7.2] { #expect(abs(loudness(wave, from: second) - 8_000) < 400) }
        for second in [0, 2.5, 5.5, 8.5] { #expect(loudness(wave, from: second) == 0) }
        if rate > 8_000 {
            let whistle = try #require(SpokenWave(speech: tone(6_000, rate: rate)))
            #expect(loudness(whistle, from: 1.2) < 200)
        }
        // It reads what it writes.
        #expect(SpokenWave(speech: wave.data) != nil)
    }

    @Test(
        "What is no recording",
        arguments: [
            Data(), Data("RIFF".utf8), Data(repeating: 0, count: 100),
            Data("RIFF....WAVEfmt ".utf8) + Data(repeating: 255, count: 60),
        ])
    func noWave(data: Data) { #expect(SpokenWave(speech: data) == nil) }
}
