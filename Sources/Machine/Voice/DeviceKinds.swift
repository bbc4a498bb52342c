/// Whether what a sound device's name means in ALSA's configuration consists of such parts alone as play sound: none that writes files,
/// starts programs, shares memory with strangers or loads a library that ALSA's own configuration does not need.
///
/// ```
/// default ─▶ empty ─▶ plug ─▶ softvol ─▶ dmix ─▶ hw        good
/// tee     ─▶ file ─▶ …                                     refused: file
/// ```
///
/// What ALSA opens is named by an entry `type`, and what stands behind it by `slave`, `playback`, `capture` or `fallback`, each either
/// written out or by the name of another definition.
struct DeviceKinds {
    /// An evaluated part of ALSA's configuration.
    indirect enum Node: Equatable {
        case text(String)
        /// A number, or something else that is not a name.
        case other
        case compound([Entry])

        struct Entry: Equatable {
            var key: String
            var value: Node
        }

        subscript(key: String) -> Node? {
            guard case .compound(let entries) = self else { return nil }
            return entries.first { $0.key == key }?.value
        }
    }

    /// Which part of the configuration a name is looked up in.
    enum Book: String {
        case pcm
        case slave = "pcm_slave"
    }

    /// Why a device is not opened.
    enum Refusal: Error, Equatable {
        /// A kind that is not opened.
        case kind(String)
        /// A definition that does not say what it is.
        case noKind
        case tooDeep
        /// A name that was not found, with ALSA's own message.
        case unresolved(String, detail: String)
    }

    /// What is played on. `empty`, `iec958` and `hooks` are what ALSA's own definitions of `default` need: the first for every card,
    /// the others for a Raspberry Pi's HDMI.
    static let playing: Set = [
        "hw", "plug", "dmix", "asym", "softvol", "rate", "route", "pulse", "pipewire", "empty", "iec958",
        "hooks",
    ]
    /// The capture side of `asym`, which Beckon never opens.
    private static let recording = playing.union(["dsnoop", "null"])
    /// All that libasound can do by itself and that is not opened (`build_in_pcms` in its `pcm.c`).
    static let refused = [
        "adpcm", "alaw", "copy", "dshare", "dsnoop", "file", "ladspa", "lfloat", "linear", "meter",
        "mmap_emul",
        "mulaw", "multi", "null", "share", "shm",
    ]
    /// No definition that comes with ALSA has more than eight parts behind each other.
    private static let deepest = 16

    /// Looks a name up as libasound would, with everything in it evaluated.
    let definition: (Book, String) throws(Refusal) -> Node

    func check(_ name: String) throws(Refusal) { try check(.text(name), Self.playing, depth: 0) }

    private func check(_ pcm: Node, _ allowed: Set<String>, depth: Int) throws(Refusal) {
        guard depth < Self.deepest else { throw .tooDeep }
        switch pcm {
        case .other: throw .noKind
        case .text(let name): try check(try definition(.pcm, name), allowed, depth: depth + 1)
        case .compound(let entries):
            guard case .text(let kind)? = pcm["type"] else { throw .noKind }
            guard allowed.contains(kind) else { throw .kind(kind) }
            for entry in entries {
                switch entry.key {
                case "slave", "playback": try checkSlave(entry.value, allowed, depth: depth)
                case "capture": try checkSlave(entry.value, Self.recording, depth: depth)
                case "fallback": try check(entry.value, allowed, depth: depth + 1)
                case "hooks": try checkHooks(entry.value)
                default: break
                }
            }
        }
    }

    private func checkSlave(_ slave: Node, _ allowed: Set<String>, depth: Int) throws(Refusal) {
        var slave = slave
        if case .text(let name) = slave { slave = try definition(.slave, name) }
        guard let pcm = slave["pcm"] else { throw .noKind }
        try check(pcm, allowed, depth: depth + 1)
    }

    /// Hooks that set a control of the card, as ALSA's own definitions have them; any other loads a library.
    private func checkHooks(_ hooks: Node) throws(Refusal) {
        guard case .compound(let entries) = hooks else { throw .noKind }
        for entry in entries {
            guard case .text(let kind)? = entry.value["type"] else { throw .noKind }
            guard kind == "ctl_elems" else { throw .kind(kind) }
        }
    }
}
