import Care
import Wording

/// How the connection to the house's broker is, on the card of its channel.
struct HouseLines {
    let connected: Text?
    /// Why it is not, or that nobody knows yet.
    let problem: Text?
    /// How many events wait for it; `nil` where none does.
    let waiting: Text?

    init(_ standing: HouseStanding?, _ call: PageCall) {
        // What came while the page was being made was a moment ago, and not in a moment.
        connected = standing?.connectedSince.map {
            Text("channels.mqtt_connected", ["when": .text(call.when(min($0, call.request.now)))])
        }
        let trouble = standing?.trouble.map { Text.sentence(.written($0)) }
        problem =
            connected == nil
            ? trouble.map { Text("channels.mqtt_lost", ["problem": .text($0)]) }
                ?? Text("channels.mqtt_connecting") : nil
        waiting = standing.flatMap {
            $0.waiting > 0 ? Text("channels.mqtt_waiting", count: $0.waiting) : nil
        }
    }

    static let template = """
        {{#.connected}}<p>{{.}}</p>{{/.connected}}{{#.problem}}<p class="problem">{{.}}</p>{{/.problem}}
        {{#.waiting}}<p>{{.}}</p>{{/.waiting}}
        """
}
