import Testing

@testable import Voice

/// What a device's name leads to, in configurations that are only values.
@Suite("What a sound device leads to")
struct DeviceKindsTests {
    private typealias Node = DeviceKinds.Node

    private static func part(_ kind: String, _ entries: (String, Node)...) -> Node {
        .compound([.init(key: "type", value: .text(kind))] + entries.map { .init(key: $0.0, value: $0.1) })
    }

    private static func to(_ pcm: Node) -> Node { .compound([.init(key: "pcm", value: pcm)]) }

    private static let card = part("hw", ("card", .other))
    private static let definitions: [String: Node] = [
        "hw": card, "file": part("file", ("slave", to(.text("null")))), "null": part("null"),
        "dmix:0": part("dmix", ("slave", to(card))), "alias": .text("default"), "word": .text("word"),
        "default": part(
            "empty",
            (
                "slave",
                to(
                    part(
                        "asym",
                        (
                            "playback",
                            to(
                                part(
                                    "plug", ("slave", to(part("softvol", ("slave", to(.text("dmix:0"))))))))
                        ),
                        ("capture", to(part("plug", ("slave", to(part("dsnoop", ("slave", to(card)))))))))
                )
            )),
        "hdmi": part(
            "plug",
            (
                "slave",
                to(
                    part(
                        "iec958",
                        (
                            "slave",
                            to(
                                part(
                                    "hooks", ("slave", to(card)),
                                    (
                                        "hooks",
                                        .compound([.init(key: "0", value: part("ctl_elems"))])
                                    )))
                        )))
            )),
        "named": part("route", ("slave", .text("theSlave"))), "pulse": part("pulse"),
        "circle": part("plug", ("slave", to(.text("circle")))),
        "hiding": part("plug", ("slave", to(part("rate", ("slave", to(.text("file"))))))),
        "fallen": part("pulse", ("fallback", .text("file"))),
        "recording": part(
            "asym", ("playback", to(card)), ("capture", to(part("file", ("slave", to(card)))))),
        "hooked": part(
            "hooks", ("slave", to(card)), ("hooks", .compound([.init(key: "0", value: part("mine"))]))),
        "hooks by name": part(
            "hooks", ("slave", to(card)), ("hooks", .compound([.init(key: "0", value: .text("mine"))]))),
        "nothing": .compound([]), "no slave": part("plug", ("slave", .compound([]))),
        "listening": part("plug", ("slave", to(part("dsnoop", ("slave", to(card)))))),
    ]
    private static let slaves = ["theSlave": to(.text("hw"))]

    private let kinds = DeviceKinds { book, name throws(DeviceKinds.Refusal) in
        let found =
            switch book {
            case .pcm: Self.definitions[name]
            case .slave: Self.slaves[name]
            }
        guard let found else { throw .unresolved(name, detail: "not there") }
        return found
    }

    @Test(
        "Cards, sound servers and what ALSA's own default is made of are good",
        arguments: ["hw", "dmix:0", "default", "alias", "hdmi", "named", "pulse"])
    func good(name: String) throws { try kinds.check(name) }

    @Test(
        "Whatever else stands anywhere behind a name is refused",
        arguments: [
            ("file", DeviceKinds.Refusal.kind("file")), ("hiding", .kind("file")), ("fallen", .kind("file")),
            ("recording", .kind("file")), ("null", .kind("null")), ("hooked", .kind("mine")),
            ("hooks by name", .noKind), ("nothing", .noKind), ("no slave", .noKind),
            ("listening", .kind("dsnoop")), ("circle", .tooDeep), ("word", .tooDeep),
            ("elsewhere", .unresolved("elsewhere", detail: "not there")),
        ])
    func bad(name: String, refusal: DeviceKinds.Refusal) {
        #expect(throws: refusal) { try kinds.check(name) }
    }
}
