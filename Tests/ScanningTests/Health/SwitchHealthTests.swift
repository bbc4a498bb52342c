import Foundation
import Scanning
import Testing
import Time

private func seconds(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

@Suite("A key that is found down") struct AKeyThatIsFoundDownTests {
    private let key = SwitchEdge.Source(device: 1, key: 57)

    @Test("A key that stays down is reported as stuck once, until it is up")
    func isToldAsStuckWhenItStaysSoOnce() {
        var keys = HeldKeys(stuckAfter: .seconds(20))
        keys.hold(key, at: seconds(1))
        keys.hold(key, at: seconds(15))
        #expect(keys.nextWake == seconds(21))
        let told = [20, 21, 30].map { keys.advance(to: seconds($0)) }
        #expect(told == [[], [key], []])
        #expect(keys.nextWake == nil)
        let releases = (keys.release(key), keys.release(key))
        #expect(releases == (true, false))
    }

    @Test("A key that comes up in time, or whose device goes, is not reported")
    func isNothingWhenItComesUpInTimeOr() {
        var keys = HeldKeys(stuckAfter: .seconds(20))
        keys.hold(key, at: seconds(1))
        let wasTold = keys.release(key)
        #expect(!wasTold)
        keys.hold(key, at: seconds(2))
        let told = keys.forget(device: 1)
        #expect(told.isEmpty)
        #expect(keys.nextWake == nil)
        keys.hold(key, at: seconds(3))
        _ = keys.advance(to: seconds(40))
        let stuck = keys.forget(device: 1)
        #expect(stuck == [key])
    }
}

@Suite("A battery") struct ABatteryTests {
    private static func reading(
        _ percent: Int?, _ level: BatteryReading.Level? = nil, charging: Bool = false
    ) -> BatteryReading {
        BatteryReading(percent: percent, level: level, isCharging: charging)
    }

    private static let rows: [([BatteryReading], [String])] = [
        ([reading(80), reading(15)], []),
        ([reading(14)], ["Button"]),
        ([reading(14), reading(20)], ["Button"]),
        ([reading(14), reading(24)], ["Button"]),
        ([reading(14), reading(25)], []),
        ([reading(20)], []),
        ([reading(nil, .low)], ["Button"]),
        ([reading(nil, .critical), reading(nil, .normal)], []),
        ([reading(14), reading(nil)], ["Button"]),
        ([reading(14), reading(100, .critical)], ["Button"]),
        ([reading(nil)], []),
        ([reading(-1)], []),
        ([reading(255)], []),
        ([reading(10, charging: true)], []),
        ([reading(10), reading(11, charging: true)], ["Button"]),
        ([reading(10), reading(60, charging: true)], []),
    ]

    @Test("A battery is low under 15 % until 25 %; an unknown level changes nothing", arguments: rows)
    func table(readings: [BatteryReading], low: [String]) {
        var watch = BatteryWatch()
        for reading in readings { watch.take(reading, of: 1, named: "Button") }
        #expect(watch.names == low)
    }

    @Test("A battery stays low while its button is out of reach and when it returns with a new number")
    func staysLowWhileItsButtonIsOutOfReach() {
        var watch = BatteryWatch()
        watch.take(Self.reading(10), of: 1, named: "Button")
        watch.lost(1)
        #expect(watch.names == ["Button"])
        watch.take(Self.reading(nil), of: 2, named: "Button")
        watch.take(Self.reading(18), of: 2, named: "Button")
        #expect(watch.names == ["Button"])
        watch.take(Self.reading(90), of: 2, named: "Button")
        #expect(watch.names == [])
    }
}

@Suite("The memory of a switch") struct TheMemoryOfASwitchTests {
    @Test("The memory is read back to a thousandth") func comesBackAsItWasWrittenToAThousandth() throws {
        var memory = SwitchMemory()
        memory.lastPress = 1_780_000_000
        var watch = SilenceWatch(rhythm: UseRhythm())
        var now = 0.0
        while now < 40 * 86_400 {
            _ = watch.advance(to: seconds(now), LocalTime(unix: 1_780_272_000 + now, offset: 0))
            now += 1800
        }
        memory.rhythm = watch.rhythm
        let data = try JSONEncoder().encode(memory)
        #expect(data.count < 4096)
        let read = try JSONDecoder().decode(SwitchMemory.self, from: data)
        #expect(read.lastPress == memory.lastPress)
        #expect(read.rhythm.watched == 40 * 48 - 1)
        #expect(try JSONEncoder().encode(read).count == data.count)
    }

    @Test(
        "A memory that cannot be true is refused",
        arguments: [
            "{}", "[]", #"{"version":1}"#,
            rhythm(watched: 1, used: 2), rhythm(watched: -1, used: 0), rhythm(watched: 1e9, used: 0),
            rhythm(watched: 1, used: 0, count: 47), rhythm(watched: 1, used: 0, count: 49),
        ])
    func damaged(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(SwitchMemory.self, from: Data(text.utf8))
        }
    }

    private static func rhythm(watched: Double, used: Double, count: Int = 48) -> String {
        func list(_ number: Double) -> String {
            "[" + [String](repeating: "\(number)", count: count).joined(separator: ",") + "]"
        }
        return #"{"version":1,"rhythm":{"watched":9,"workdays_watched":"# + list(watched)
            + #","workdays_used":"#
            + list(used) + #","weekends_watched":"# + list(watched) + #","weekends_used":"# + list(used)
            + "}}"
    }
}

@Suite("A local time") struct ALocalTimeTests {
    @Test(
        "A local time is shown as a clock shows it",
        arguments: [
            (1_780_272_000.0, 0, "0:00"), (1_780_272_000, 7200, "2:00"), (1_780_272_000, -60, "23:59"),
            (1_780_272_000 + 51_900, 0, "14:25"), (0, 0, ""), (.nan, 0, ""), (.infinity, 0, ""),
        ])
    func clock(unix: Double, offset: Int, text: String) {
        #expect(LocalTime(unix: unix, offset: offset).clock == text)
    }
}
