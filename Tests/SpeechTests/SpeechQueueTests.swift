import Speech
import Testing

/// A score of a queue: one line for each event, and what the output does about it behind the arrow.
struct SpeechQueueTests {
    @Test("An utterance speaks at once where nothing sounds, and is finished when its words have ended")
    func alone() {
        play(
            """
            add 1 cue words      -> speak 1
            words-ended 1        -> finish 1
            """)
    }

    @Test("The highest precedence that waits goes first, and within one the first come")
    func order() {
        play(
            """
            add 1 main words          -> speak 1
            add 2 cue words           ->
            add 3 announcement words  ->
            add 4 announcement words  ->
            add 5 alert words         ->
            words-ended 1             -> finish 1, speak 5
            words-ended 5             -> finish 5, speak 3
            words-ended 3             -> finish 3, speak 4
            words-ended 4             -> finish 4, speak 2
            words-ended 2             -> finish 2
            """)
    }

    @Test("An alert sounds over the words that are spoken, and its own words wait for both")
    func alertOverlaps() {
        play(
            """
            add 1 main words         -> speak 1
            add 2 alert sound+words  -> sound 2
            sound-ended 2            ->
            words-ended 1            -> finish 1, speak 2
            words-ended 2            -> finish 2
            """)
    }

    @Test("Nothing lower begins between an alert's sound and its words")
    func alertKeepsItsPlace() {
        play(
            """
            add 1 alert sound+words  -> sound 1
            add 2 cue words          ->
            sound-ended 1            -> speak 1
            words-ended 1            -> finish 1, speak 2
            """)
    }

    @Test("An urgent alert's words cut a cue, and not before its sound has ended")
    func urgentCutsCue() {
        play(
            """
            add 1 cue words           -> speak 1
            add 2 urgent sound+words  -> sound 2
            sound-ended 2             -> cut 1, speak 2
            """)
    }

    @Test("An urgent announcement cuts a cue at once")
    func urgentWordsCutCue() {
        play(
            """
            add 1 cue words     -> speak 1
            add 2 urgent words  -> cut 1, speak 2
            """)
    }

    @Test(
        "Nothing interrupts the main voice, an announcement or an alert",
        arguments: ["main", "announcement", "alert"])
    func urgentWaits(for precedence: String) {
        play(
            """
            add 1 \(precedence) words  -> speak 1
            add 2 urgent words         ->
            words-ended 1              -> finish 1, speak 2
            """)
    }

    @Test("An earcon sounds over everything and holds nothing up")
    func earcons() {
        play(
            """
            add 1 main words    -> speak 1
            add 2 cue earcon    -> sound 2
            add 3 cue earcon    -> sound 3
            words-ended 1       -> finish 1
            add 4 cue words     -> speak 4
            sound-ended 2       -> finish 2
            sound-ended 3       -> finish 3
            """)
    }

    @Test("An earcon before words is part of them, unless it is an alert sound")
    func leadingEarcon() {
        play(
            """
            add 1 main words         -> speak 1
            add 2 main earcon+words  ->
            words-ended 1            -> finish 1, speak 2
            """)
    }

    @Test("A cut ends what speaks and what waits; what waits then begins")
    func cuts() {
        play(
            """
            add 1 cue words   -> speak 1
            add 2 cue words   ->
            add 3 main words  ->
            cut 2             -> cut 2
            cut 1             -> cut 1, speak 3
            cut 1             ->
            words-ended 1     ->
            """)
    }

    @Test("A cut of a whole role leaves the others")
    func cutsRole() {
        play(
            """
            add 1 cue words          -> speak 1
            add 2 cue words          ->
            add 3 alert sound+words  -> sound 3
            cut-all cue              -> cut 1, cut 2
            sound-ended 3            -> speak 3
            cut-all alert            -> cut 3
            """)
    }

    @Test("An utterance without parts is finished at once")
    func empty() {
        play("add 1 main nothing -> finish 1")
    }

    private func play(_ score: String, at location: SourceLocation = #_sourceLocation) {
        var queue = SpeechQueue()
        for line in score.split(separator: "\n") {
            let halves = line.split(separator: "->", omittingEmptySubsequences: false)
            let words = halves[0].split(separator: " ").map(String.init)
            guard let event = event(words) else {
                Issue.record("cannot read \(line)", sourceLocation: location)
                return
            }
            let done = queue.handle(event).map(describe).joined(separator: ", ")
            let wanted = halves.last.map { $0.trimming() } ?? ""
            #expect(done == wanted, "\(line)", sourceLocation: location)
        }
    }

    private func event(_ words: [String]) -> SpeechQueue.Event? {
        guard words.count > 1 else { return nil }
        if words[0] == "cut-all" { return VoiceRole(rawValue: words[1]).map { .cutAll($0) } }
        guard let number = UInt64(words[1]) else { return nil }
        let id = UtteranceID(rawValue: number)
        switch words[0] {
        case "sound-ended": return .soundEnded(id)
        case "words-ended": return .wordsEnded(id)
        case "cut": return .cut(id)
        case "add": return .add(utterance(id, precedence: words[2], what: words[3]))
        default: return nil
        }
    }

    private func utterance(_ id: UtteranceID, precedence: String, what: String) -> Utterance {
        let roles: [String: (VoiceRole, Precedence)] = [
            "cue": (.cue, .cue), "main": (.main, .main), "announcement": (.main, .announcement),
            "alert": (.alert, .alert), "urgent": (.alert, .urgentAlert),
        ]
        let parts: [String: [SpeechPart]] = [
            "words": [.text("words")], "earcon": [.earcon(.press)],
            "sound+words": [.earcon(.alertHigh), .text("words")],
            "earcon+words": [.earcon(.asked), .text("words")],
        ]
        let (role, precedence) = roles[precedence] ?? (.main, .main)
        return Utterance(
            id: id, voice: role, kind: .say, precedence: precedence, parts: parts[what] ?? [])
    }

    private func describe(_ action: SpeechQueue.Action) -> String {
        switch action {
        case .sound(let id, _): "sound \(id.rawValue)"
        case .speak(let id, _): "speak \(id.rawValue)"
        case .cut(let id): "cut \(id.rawValue)"
        case .finish(let id): "finish \(id.rawValue)"
        }
    }
}

extension Substring {
    fileprivate func trimming() -> String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
