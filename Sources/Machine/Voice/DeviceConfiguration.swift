import CALSA
import Glibc
import Speech

/// ALSA's configuration of this machine as its files are now, in a copy of our own in which nothing can be opened but what
/// `DeviceKinds` allows. Reading it takes 1 to 20 ms; it stays on the thread that has made it.
final class DeviceConfiguration {
    private let top: OpaquePointer

    /// - Parameter files: Those that are read, with `:` between them; `nil`: the machine's own.
    init(files: String? = nil) throws(VoiceError) {
        beckon_alsa_be_quiet()
        var read: OpaquePointer?
        var update: OpaquePointer?
        let code = snd_config_update_r(&read, &update, files)
        if update != nil { snd_config_update_free(update) }
        guard code >= 0, let top = read else { throw .noConfiguration(detail: SoundWords.words(code)) }
        self.top = top
        try refuseKinds()
    }

    deinit { snd_config_delete(top) }

    /// Opens a device for playing without blocking, if everything that its name refers to is allowed.
    func open(_ name: DeviceName) throws(VoiceError) -> OpaquePointer {
        try check(name)
        return try openUnchecked(name)
    }

    /// Opens whatever libasound still opens in this copy.
    func openUnchecked(_ name: DeviceName) throws(VoiceError) -> OpaquePointer {
        var opened: OpaquePointer?
        let code = snd_pcm_open_lconf(
            &opened, name.text, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK, top)
        guard code >= 0, let pcm = opened else {
            throw .device(name.text, call: "snd_pcm_open", detail: SoundWords.words(code))
        }
        return pcm
    }

    /// Throws if a device must not be opened, or if that cannot be decided now.
    func check(_ name: DeviceName) throws(VoiceError) {
        // Before anything is evaluated: what ALSA says of a card that is missing and of a name that is unknown is the same.
        let kind = String(name.text.prefix { $0 != ":" })
        var found: OpaquePointer?
        guard snd_config_search(top, "pcm.\(kind)", &found) >= 0 else { throw .deviceUndefined(name.text) }
        let kinds = DeviceKinds { book, key throws(DeviceKinds.Refusal) in try self.definition(book, key) }
        do throws(DeviceKinds.Refusal) { try kinds.check(name.text) } catch {
            switch error {
            case .kind(let kind): throw .deviceRefused(name.text, kind: kind)
            case .noKind, .tooDeep: throw .deviceRefused(name.text, kind: nil)
            case .unresolved(_, let detail):
                throw .device(name.text, call: "snd_config_search_definition", detail: detail)
            }
        }
    }

    private func definition(_ book: DeviceKinds.Book, _ name: String) throws(DeviceKinds.Refusal)
        -> DeviceKinds.Node
    {
        var found: OpaquePointer?
        let code = snd_config_search_definition(top, book.rawValue, name, &found)
        // The name needs arguments: it resolves to nothing, whatever is plugged in.
        guard code != -EINVAL else { throw .noKind }
        guard code >= 0, let node = found else { throw .unresolved(name, detail: SoundWords.words(code)) }
        defer { snd_config_delete(node) }
        return Self.node(node)
    }

    /// libasound's tree of one definition; it has no circles, because names are not followed.
    private static func node(_ config: OpaquePointer) -> DeviceKinds.Node {
        switch snd_config_get_type(config) {
        case SND_CONFIG_TYPE_STRING:
            var text: UnsafePointer<CChar>?
            guard snd_config_get_string(config, &text) >= 0, let text else { return .other }
            return .text(String(cString: text))
        case SND_CONFIG_TYPE_COMPOUND:
            var entries: [DeviceKinds.Node.Entry] = []
            var next = snd_config_iterator_first(config)
            let end = snd_config_iterator_end(config)
            while let place = next, place != end {
                if let entry = snd_config_iterator_entry(place) {
                    var key: UnsafePointer<CChar>?
                    if snd_config_get_id(entry, &key) >= 0, let key {
                        entries.append(.init(key: String(cString: key), value: node(entry)))
                    }
                }
                next = snd_config_iterator_next(place)
            }
            return .compound(entries)
        default: return .other
        }
    }

    /// libasound looks how a kind is opened under `pcm_type`; where a word stands in place of that, it opens none of the kind.
    private func refuseKinds() throws(VoiceError) {
        var types: OpaquePointer?
        if snd_config_search(top, "pcm_type", &types) < 0 {
            try check(snd_config_make_compound(&types, "pcm_type", 0))
            try check(snd_config_add(top, types))
        }
        for kind in DeviceKinds.refused {
            var present: OpaquePointer?
            if snd_config_search(types, kind, &present) >= 0 { snd_config_delete(present) }
            var word: OpaquePointer?
            try check(snd_config_imake_string(&word, kind, "refused"))
            try check(snd_config_add(types, word))
        }
    }

    private func check(_ code: Int32) throws(VoiceError) {
        if code < 0 { throw VoiceError.noConfiguration(detail: SoundWords.words(code)) }
    }
}
