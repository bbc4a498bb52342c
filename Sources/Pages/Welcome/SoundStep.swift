import Care
import FoundationEssentials
import Wording

/// Whether kiosk and station are heard.
struct SoundStep {
    let place: StepPlace
    let hasKiosk: Bool
    let hasStation: Bool
    let hasNone: Bool
    /// What starts a kiosk, and whether that can be typed where this is read.
    let command: String
    let isReadThere: Bool
    /// Something has just been said by a device that can be heard.
    let isPlayed: Bool
    let isUnheard: Bool
    /// Of the devices that cannot play.
    let faults: [FaultWords]

    private static func say(_ device: Actor, _ words: String) -> String {
        Form.post("/welcome/sound", sends: ["device": device.rawValue])
            + #"<button{{^isPlayed}} class="main"{{/isPlayed}}>\#(Icon.play.html)<span>\#(words)</span></button></form>"#
    }

    static let template = """
        {{> welcome.place}}
        {{#hasNone}}<p>[[welcome.no_device]]</p><p class="quiet">[[welcome.device_comes]]</p>\(StartingKiosk.template){{/hasNone}}
        {{#faults}}<p class="problem">{{sentence}} {{advice}}</p>{{/faults}}
        {{^hasNone}}{{#isUnheard}}<p>[[welcome.sound_try]]</p>
        <ul><li>[[welcome.sound_volume]]</li><li>[[welcome.sound_plug]]</li><li>[[welcome.sound_doctor]]</li></ul>{{/isUnheard}}
        {{^isUnheard}}<p>[[welcome.sound_press]]</p>{{/isUnheard}}
        <div class="row">{{#hasKiosk}}\(say(.kiosk, "[[welcome.sound_kiosk]]")){{/hasKiosk}}
        {{#hasStation}}\(say(.station, "[[welcome.sound_station]]")){{/hasStation}}</div>
        {{#isPlayed}}<h2>[[welcome.sound_heard]]</h2>
        <div class="row">\(Form.post("/welcome/done/sound"))<button class="main">[[welcome.yes]]</button></form>
        <a class="button" href="/welcome/sound?heard=no">[[welcome.no]]</a></div>{{/isPlayed}}{{/hasNone}}
        <div class="row">\(StepPlace.later)</div>
        """

    static let routes = [
        PageRoute(.get, "/welcome/sound", for: [.coordinator], show),
        PageRoute(.post, "/welcome/sound", for: [.coordinator], play),
    ]

    private static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let steps = try await FirstSteps.read(call.api)
        let faults = try await call.api.get("faults", [("state", "open")], as: FaultPage.self).faults
            .filter { $0.kind == .soundLost }
        let said = call.query["said"]
        return call.page(
            Page(
                title: FirstStep.sound.title, template: "welcome.sound",
                content: SoundStep(
                    place: StepPlace(.sound, steps), hasKiosk: steps.hasKiosk, hasStation: steps.hasStation,
                    hasNone: !steps.hasKiosk && !steps.hasStation, command: steps.commands.kiosk,
                    isReadThere: SiteAddress(call).isReadThere,
                    isPlayed: said != nil && !faults.contains { $0.source == said },
                    isUnheard: call.query["heard"] == "no", faults: faults.map(FaultWords.init)),
                live: ["fault"], back: "/welcome", every: 3))
    }

    private static func play(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let device = call.form["device"] == Actor.station.rawValue ? Actor.station : .kiosk
        do throws(CareProblem) {
            try await call.api.send("POST", "trials", Trial(id: UUID(), kind: .sound, device: device))
        } catch {
            // It has gone in this very moment: the page says how to start it.
            guard error.kind == .notFound else { throw error }
            return .seeOther("/welcome/sound")
        }
        return .seeOther("/welcome/sound?said=\(device.rawValue)")
    }
}
