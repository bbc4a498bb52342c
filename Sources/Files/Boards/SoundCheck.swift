import StaffFiles

/// Whether the items of one level can be heard and told apart by ear.
struct SoundCheck {
    let board: ReadBoard
    let voices: BoardVoices
    let maxCueTime: Duration

    /// Checks the items of one level.
    func check(_ items: [ReadItem]) {
        var exact: [String: ReadItem] = [:]
        var similar: [String: ReadItem] = [:]
        for item in items where !item.item.label.isEmpty {
            checkLength(item)
            checkMainVoice(item)
            guard item.item.cueSound == nil else {
                checkRecording(item, &exact)
                continue
            }
            let words = FoldedText.words(item.item.cue)
            let form = voices.spokenForm?(item.item.cue, board.board.language)
            guard !isSilent(item.item.cue) else {
                board.log.error(
                    "scanning would be silent here: the voice says nothing for `\(short(item.item.cue))`, so write a `cue` in words",
                    at: item.cuePlace)
                continue
            }
            if let first = exact[words], !words.isEmpty {
                board.log.error(
                    "this sounds the same as line \(first.cuePlace.line), `\(short(first.item.cue))`: give one of them another `cue`",
                    at: item.cuePlace)
                continue
            }
            exact[words] = item
            let key = similarity(words, form)
            if let first = similar[key] {
                board.log.warning(
                    "this sounds nearly the same as line \(first.cuePlace.line), `\(short(first.item.cue))`: give one of them another `cue`",
                    at: item.cuePlace)
            }
            similar[key] = similar[key] ?? item
        }
    }

    /// Whether nothing would be heard of a text.
    private func isSilent(_ text: String) -> Bool {
        let form = voices.spokenForm?(text, board.board.language)
        return form == .silence || (form == nil && FoldedText.words(text).isEmpty)
    }

    /// A press after which nothing is heard leaves the person in doubt, and a call without a name tells nobody what
    /// is wanted.
    private func checkMainVoice(_ read: ReadItem) {
        let item = read.item
        // What both voices say is told once, for the cue.
        let isToldAlready: Bool
        switch item.action {
        case .group, .open, .list, .pace, .propose: return
        case .request, .speak: isToldAlready = item.say == item.cue && item.cueSound == nil
        }
        if item.saySound == nil, !isToldAlready, isSilent(item.say) {
            board.log.error(
                "the main voice would be silent here: it says nothing for `\(short(item.say))`, so write a `say` in words",
                at: read.place(of: read.places[.say] == nil ? .label : .say))
        }
        if item.isRequest, isSilent(item.called), !(isToldAlready && read.places[.called] == nil) {
            board.log.error(
                "caregivers would not hear what is asked for: the voice says nothing for `\(short(item.called))`, so write a `called` in words",
                at: read.place(of: read.places[.called] == nil ? .label : .called))
        }
    }

    private func similarity(_ words: String, _ form: SpokenForm?) -> String {
        switch form {
        case .phonemes(let phonemes): "/" + phonemes
        case .silence, nil: FoldedText.plain(words)
        }
    }

    private func checkRecording(_ item: ReadItem, _ exact: inout [String: ReadItem]) {
        guard let path = item.item.cueSound?.path else { return }
        // A path cannot be mistaken for words: those hold no slash or point.
        let key = "/" + path
        if let first = exact[key] {
            board.log.error(
                "this plays the same recording as line \(first.range.line): scanning would sound the same for both",
                at: item.place(of: .cueSound))
        }
        exact[key] = exact[key] ?? item
    }

    private func checkLength(_ item: ReadItem) {
        guard item.item.cueSound == nil else { return }
        let length = voices.cueDuration(item.item.cue, board.board.language)
        guard length > maxCueTime else { return }
        board.log.warning(
            "this cue takes about \(length.components.seconds) s to say and is cut after \(StaffDuration.text(maxCueTime)) (`max_cue_time`): write a shorter `cue`",
            at: item.cuePlace)
    }

    private func short(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }
}
