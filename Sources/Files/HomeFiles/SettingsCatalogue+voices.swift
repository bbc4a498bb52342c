extension SettingsCatalogue {
    static let voices = [
        Section(
            path: ["voices"], meaning: "What is heard, and where.",
            options: [
                Option(
                    name: "keep_awake", standard: "true", range: "true or false",
                    meaning:
                        "Plays silence while scanning: amplifiers and Bluetooth speakers swallow the first syllable otherwise.",
                    risk: "Keeps the sound device open while scanning."
                ),
                Option(
                    name: "mixer", standard: "audible", range: "audible or keep",
                    meaning:
                        "A sound card that is muted or turned down to nothing is switched on and turned up. keep leaves it, and tells caregivers.",
                    risk: "Sets the volume and the mute switches of the sound card that is played on."
                ),
                Option(
                    name: "pulses_device", standard: "auto", range: device,
                    meaning:
                        "Where the pulses of breathing exercises go: a sound device with a vibration motor on it. auto is with the main voice, where they also sound while that device is away.",
                    risk: deviceRisk),
                Option(
                    name: "pulses_volume", standard: "0.5", range: "0 to 1",
                    meaning: "How strong they are on a device of their own."),
            ]),
        voice("main", "What the room hears for the client.", volume: "1"),
        voice("cue", "What scanning whispers, on an earphone perhaps.", volume: "0.5"),
        voice("alert", "What caregivers hear.", volume: "1"),
    ]

    private static let device = "auto, or an ALSA device such as plughw:CARD=Headset,DEV=0"
    private static let deviceRisk =
        "Opens a sound device, by a name that can pass nothing to ALSA but a card; see below."

    private static func voice(_ name: String, _ meaning: String, volume: String) -> Section {
        Section(
            path: ["voices", name], meaning: meaning,
            options: [
                Option(
                    name: "device", standard: "auto", range: device,
                    meaning: "Which speaker or earphone it comes from.", risk: deviceRisk),
                Option(
                    name: "voice", standard: "auto",
                    range: "auto, or an eSpeak NG voice such as en-gb or de+f3",
                    meaning: "Who speaks; auto follows the language of the board.",
                    risk:
                        "Reads a voice of eSpeak NG by a name that is no path. For an MBROLA voice (`mb-…`, and some others such as `en-dutch`), eSpeak NG starts the program `mbrola` where it is installed: such a voice can be set and removed only on the machine."
                ),
                Option(
                    name: "rate", standard: "165", range: "80 to 450", meaning: "How fast, in words a minute."
                ),
                Option(name: "pitch", standard: "50", range: "0 to 99", meaning: "How high."),
                Option(name: "volume", standard: volume, range: "0 to 1", meaning: "How loud."),
            ])
    }

    static let alerts = Section(
        path: ["alerts"], meaning: "When caregivers are alerted, and what the client is told meanwhile.",
        options: [
            Option(
                name: "repeat_urgent", standard: "10 s", range: "1 s to 1 h",
                meaning: "How often an urgent alert sounds until somebody answers."),
            Option(
                name: "repeat", standard: "30 s", range: "1 s to 1 h",
                meaning: "How often any other alert sounds until somebody answers."),
            Option(
                name: "repeat_reminder", standard: "5 min", range: "0 to 24 h",
                meaning:
                    "How often a reminder of what is due sounds, at most 12 times, until it is done, skipped, put off or missed. 0 is once."
            ),
            Option(
                name: "tell_points", standard: "false", range: "true or false",
                meaning:
                    "Whether stations say how many points somebody has after a chore that was ticked off there, and that somebody has reached a reward."
            ),
            Option(
                name: "escalate_urgent", standard: "1 min", range: "1 s to 24 h",
                meaning:
                    "Nobody has answered an urgent request: louder, and the command below; again after as long."
            ),
            Option(
                name: "escalate", standard: "5 min", range: "1 s to 24 h",
                meaning: "Nobody has answered any other request: likewise."),
            Option(
                name: "claim_urgent", standard: "3 min", range: "10 s to 24 h",
                meaning:
                    "Somebody is on the way to an urgent request, and it is not done after this time: it sounds again."
            ),
            Option(
                name: "claim", standard: "15 min", range: "10 s to 24 h",
                meaning: "The same for any other request."),
            Option(
                name: "still_waiting", standard: "[5 min, 15 min]", range: "times from 1 s to 24 h",
                meaning: "When the client hears \"Still waiting\", counted from the press."),
            Option(
                name: "ask_again", standard: "30 min", range: "0 to 24 h",
                meaning: "When the client is asked whether to ask again. 0 is never."),
            Option(
                name: "command", standard: "[]", range: "a program and its arguments",
                meaning:
                    "What an escalation starts, and a reminder for whoever wants that: to call a phone perhaps. The request or reminder comes as JSON on its standard input.",
                isMachineOnly: true,
                risk:
                    "Starts a program, as the user that runs Beckon. It may hold passwords: only coordinators read it, in the file's text."
            ),
        ])

    static let service = Section(
        path: ["service"], meaning: "Where kiosks, stations and pages reach the service.",
        options: [
            Option(
                name: "listen", standard: "127.0.0.1:4280", range: "address:port",
                meaning:
                    "127.0.0.1 is this machine alone; 0.0.0.0 lets the house in. Port 0 takes any free one.",
                isMachineOnly: true, risk: "Lets other machines reach the service."),
            Option(
                name: "names", standard: "[]", range: "names, such as beckon.example.org",
                meaning:
                    "By which names browsers reach it, beside this machine's own (also with the ends that routers add, such as .lan) and those of its certificate; under any other it shows no page. Addresses need not be listed, unless another machine forwards requests.",
                isMachineOnly: true, risk: "Lets browsers reach the service under more names."),
            Option(
                name: "certificate", standard: "none", range: "none, or a PEM file",
                meaning:
                    "For TLS: its certificate, then those between it and its root; from the home's folder, like the next two. A new one is taken within a minute. If it cannot be used, the service listens to this machine alone.",
                isMachineOnly: true,
                risk:
                    "Reads a file; decides whether the service speaks TLS. Where it cannot be used, the service listens to this machine alone."
            ),
            Option(
                name: "key", standard: "none", range: "none, or a PEM file",
                meaning:
                    "The certificate's private key, which only the user that runs Beckon should be able to read.",
                isMachineOnly: true, risk: "Reads a file; decides whether the service speaks TLS."),
            Option(
                name: "trust", standard: "none", range: "none, or a PEM file",
                meaning:
                    "On a kiosk or station of a service elsewhere: the certificate to trust beside those that the machine trusts, such as one that the home has made itself. On the service’s machine: the same for the broker of the house (MQTT).",
                isMachineOnly: true,
                risk:
                    "Reads a file; decides which service this machine’s kiosk and station trust, and which broker its service."
            ),
            Option(
                name: "fetch", standard: "off", range: "on or off",
                meaning:
                    "On a kiosk or station of a service elsewhere: the settings, boards, phrases and pictures of its client, or of the home, are those that the service has; what belongs to this machine stays as it is here. Without the service, the last ones are used. Of no effect on the service's machine.",
                new: "on", isMachineOnly: true,
                risk:
                    "Takes files and settings from the service, none that can start a program or lead out of the home's folder."
            ),
            Option(
                name: "allow_plain_http", standard: "false", range: "true, false",
                meaning:
                    "Other machines may reach it without TLS. Only where nobody else is in the network: passwords and what is asked can be read there. Of no effect with `certificate`.",
                isMachineOnly: true,
                risk:
                    "Lets other machines in without TLS, unless a certificate is set: passwords can be read on the network."
            ),
        ])
}
