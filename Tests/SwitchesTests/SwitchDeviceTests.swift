import Scanning
import Testing

@testable import Switches

@Suite struct SwitchDeviceTests {
    private static let caregivers: Set<SwitchRole> = [
        .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo,
    ]
    private static let digits = Set((0...9).map(SwitchRole.digit))

    @Test(
        "Who can use a device, whatever the order in which its keys are looked at",
        arguments: [
            ([.select], true),
            (digits, true),
            (caregivers, false),
            (caregivers.union(digits), false),
            (caregivers.union(digits).union([.select, .step, .back]), true),
            ([], false),
        ] as [(Set<SwitchRole>, Bool)])
    func isForClient(roles: Set<SwitchRole>, isForClient: Bool) {
        // A set of another capacity has another order.
        for capacity in 0..<200 {
            var others = Set<SwitchRole>(minimumCapacity: capacity)
            others.formUnion(roles)
            #expect(SwitchDevice(id: 1, name: "", path: "", roles: others).isForClient == isForClient)
        }
    }
}
