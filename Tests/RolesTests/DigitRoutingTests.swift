import Scanning
import Testing

@testable import Roles

@Suite("Digits of a keyboard that client and caregiver share")
struct DigitRoutingTests {
    private let one = SwitchEdge.Source(device: 1, key: 2)
    private let two = SwitchEdge.Source(device: 1, key: 3)

    @Test("A digit that answers the station's question is let go there, though nothing is asked any more")
    func answered() {
        var routing = DigitRouting()
        let asked = routing.isStations(one, .press, isWanted: true)
        let letGo = routing.isStations(one, .release, isWanted: false)
        let again = routing.isStations(one, .release, isWanted: false)
        #expect(asked && letGo && !again)
    }

    @Test("One that the client holds is let go at the kiosk, though the station asks by then")
    func held() {
        var routing = DigitRouting()
        let pressed = routing.isStations(one, .press, isWanted: false)
        let other = routing.isStations(two, .press, isWanted: true)
        let letGo = routing.isStations(one, .release, isWanted: true)
        #expect(!pressed && other && !letGo)
    }
}
