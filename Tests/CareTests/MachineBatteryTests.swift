import Care
import Testing

@Suite("How full a machine's own battery is") struct MachineBatteryTests {
    @Test(
        "Another step of 5 %, or a charger, is worth a message; a percent more or less is not",
        arguments: [
            (99, false, 100, false, true), (99, false, 95, false, false), (95, false, 94, false, true),
            (15, false, 14, false, true), (14, false, 10, false, false), (0, false, 0, false, false),
            (50, false, 50, true, true), (50, true, 50, false, true),
        ])
    func news(told: Int, wasCharging: Bool, percent: Int, isCharging: Bool, isNews: Bool) {
        let before = MachineBattery(percent: told, isCharging: wasCharging)
        let now = MachineBattery(percent: percent, isCharging: isCharging)
        #expect(now.isNews(after: before) == isNews)
        #expect(now.isNews(after: nil))
    }

    @Test(
        "It is from 0 to 100",
        arguments: [(-1, false), (0, true), (100, true), (101, false), (Int.max, false)])
    func range(percent: Int, isGood: Bool) {
        let state = MachineState(battery: MachineBattery(percent: percent))
        if isGood {
            #expect(throws: Never.self) { try state.check() }
        } else {
            #expect(throws: FieldProblem.self) { try state.check() }
        }
    }
}
