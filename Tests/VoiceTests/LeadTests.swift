import Testing
import Time

@testable import Voice

/// How much is queued, in virtual time: sequences of lateness go in, lengths come out.
struct LeadTests {
    /// Looks at a device that sounds without a pause, one each tenth of a second.
    private struct Playing {
        var lead: Lead
        var now = Instant(nanoseconds: 60_000_000_000)

        init(period: Int = ALSADevice.period, learnt: QueueLength? = .ms6) {
            lead = Lead(period: period, learnt: learnt)
        }

        /// Takes one look; lateness in milliseconds.
        mutating func look(late: Int = 0, behind: Int = 0, dry: Bool = false) {
            now = now.advanced(by: .milliseconds(100))
            _ = lead.take(Lead.Look(late: late * 48, behind: behind * 48, isDry: dry), at: now)
        }

        /// Sounds for so long, late by so much once a second.
        mutating func sound(seconds: Int, late: Int = 0) {
            for _ in 0..<seconds {
                look(late: late)
                for _ in 0..<9 { look() }
            }
        }
    }

    @Test("On a machine that keeps time the queue becomes as short as can be, and stays so")
    func calm() {
        var playing = Playing(learnt: nil)
        playing.sound(seconds: 590, late: 1)
        #expect(playing.lead.length == .ms50)
        playing.sound(seconds: 3_000, late: 1)
        #expect(playing.lead.length == .ms6)
        #expect(!playing.lead.isTearing)
    }

    @Test(
        "One lateness is enough to learn the length that bears it and a quarter more",
        arguments: [
            (3, QueueLength.ms12), (6, .ms12), (7, .ms25), (13, .ms25), (25, .ms50), (40, .ms200),
            (80, .ms200),
            (190, .ms200),
        ])
    func lengthens(late: Int, length: QueueLength) {
        var own = Playing()
        own.look(late: late)
        #expect(own.lead.length == length)
        var server = Playing()
        server.look(behind: late)
        #expect(server.lead.length == length)
    }

    @Test("Each time the device runs dry the next length is tried at least, up to 200 ms")
    func dry() {
        var playing = Playing()
        var lengths: [Int] = []
        for _ in 0..<6 {
            playing.look(dry: true)
            lengths.append(playing.lead.length.milliseconds)
        }
        #expect(lengths == [12, 25, 50, 200, 200, 200])
    }

    @Test("A lateness that the queue bears changes nothing, one that it does not bear does")
    func borne() {
        var playing = Playing(learnt: .ms50)
        playing.look(late: 36)
        #expect(playing.lead.length == .ms50)
        playing.look(late: 37)
        #expect(playing.lead.length == .ms200)
    }

    @Test("Ten minutes of sound without lateness shorten it by one step, pauses not counted")
    func shortens() {
        var playing = Playing(learnt: .ms200)
        playing.sound(seconds: 590)
        #expect(playing.lead.length == .ms200)
        // A night of silence is no sound.
        playing.lead.pause()
        playing.now = playing.now.advanced(by: .seconds(40_000))
        playing.look()
        #expect(playing.lead.length == .ms200)
        playing.sound(seconds: 11)
        #expect(playing.lead.length == .ms100)
        playing.sound(seconds: 601 * 4)
        #expect(playing.lead.length == .ms6)
    }

    @Test("A lateness that the next shorter queue would not bear keeps it, however long nothing tears")
    func keeps() {
        var playing = Playing(learnt: .ms200)
        playing.sound(seconds: 3_000, late: 80)
        #expect(playing.lead.length == .ms200)
        playing.sound(seconds: 1_300, late: 20)
        #expect(playing.lead.length == .ms50)
        playing.sound(seconds: 3_000, late: 20)
        #expect(playing.lead.length == .ms50)
    }

    @Test("After a shortening that was wrong the next trial comes after twice the time")
    func backsOff() {
        var playing = Playing(learnt: .ms100)
        playing.sound(seconds: 601)
        #expect(playing.lead.length == .ms50)
        playing.look(dry: true)
        #expect(playing.lead.length == .ms100)
        playing.sound(seconds: 1_190)
        #expect(playing.lead.length == .ms100)
        playing.sound(seconds: 20)
        #expect(playing.lead.length == .ms50)
    }

    @Test("A device that runs dry three times in a minute at 200 ms tears, until two minutes were whole")
    func tears() {
        var playing = Playing(learnt: .ms200)
        playing.look(dry: true)
        playing.sound(seconds: 61)
        // One hold-up that shows three times.
        for _ in 0..<3 { playing.look(dry: true) }
        playing.sound(seconds: 2)
        playing.look(dry: true)
        #expect(!playing.lead.isTearing)
        playing.sound(seconds: 2)
        playing.look(dry: true)
        #expect(playing.lead.isTearing)
        playing.sound(seconds: 119)
        #expect(playing.lead.isTearing)
        playing.sound(seconds: 2)
        #expect(!playing.lead.isTearing)
    }

    @Test("The queue is never shorter than a piece of the device")
    func largePieces() {
        var playing = Playing(period: 1_024)
        #expect(playing.lead.frames == 1_200)
        playing.sound(seconds: 3_000)
        #expect(playing.lead.frames == 1_200)
        #expect(Lead(period: 1_024, learnt: .ms6).frames == 1_200)
        #expect(Lead(period: 16_000).frames == 16_120)
    }

    @Test("A device with little room is filled as far as that goes, and tears when that is not enough")
    func smallBuffer() {
        var lead = Lead(period: 120, buffer: 4_096, learnt: .ms200)
        #expect(lead.length == .ms50)
        var now = Instant(nanoseconds: 60_000_000_000)
        for _ in 0..<3 {
            now = now.advanced(by: .seconds(5))
            #expect(!lead.isTearing)
            let isLonger = lead.take(Lead.Look(isDry: true), at: now)
            #expect(!isLonger)
        }
        #expect(lead.isTearing && lead.length == .ms50)
    }

    @Test("The pump comes as often as the queue needs: 333 times a second at 6 ms, 20 times at 200 ms")
    func wakeUps() {
        let times = QueueLength.allCases.map {
            SoundFormat.rate / Lead(period: ALSADevice.period, learnt: $0).refill
        }
        #expect(times == [333, 333, 160, 80, 40, 20])
    }
}

/// How late a sound server is, in virtual time.
struct ServerLagTests {
    /// A server that is given 25 ms ahead and looked at every 5 ms; in frames.
    private func lateness(
        seconds: Double, holds: [(at: Int, milliseconds: Int, catchesUp: Bool)]
    ) -> (told: [Int], base: Int) {
        var lag = ServerLag()
        var told: [Int] = []
        var lost = 0
        var lastTaken = 0
        for time in stride(from: 0, to: Int(seconds * 1_000), by: 5) {
            var taken = time - lost
            for hold in holds {
                if time >= hold.at, time < hold.at + hold.milliseconds {
                    taken = hold.at - lost
                } else if time >= hold.at + hold.milliseconds, time < hold.at + hold.milliseconds + 5,
                    !hold.catchesUp
                {
                    lost += hold.milliseconds
                    taken = time - lost
                }
            }
            let late = lag.note(
                reported: (25 + time - taken) * 48, byClock: 25 * 48, hasTaken: taken != lastTaken,
                at: Instant(nanoseconds: Int64(time) * 1_000_000))
            lastTaken = taken
            if late > 0 { told.append(late / 48) }
        }
        return (told, lag.base / 48)
    }

    @Test("A server that keeps time is not late")
    func calm() {
        let (told, base) = lateness(seconds: 5, holds: [])
        #expect(told.isEmpty)
        #expect(base == 0)
    }

    @Test("A server held up once is late by that time once, then on time again")
    func held() {
        let (told, base) = lateness(seconds: 5, holds: [(1_000, 60, true), (3_000, 80, true)])
        #expect(told.count == 2)
        #expect(told.allSatisfy { $0 >= 50 && $0 <= 80 }, "\(told)")
        #expect(base == 0)
    }

    @Test("A pause that the server inserts stays and is not counted as lateness again")
    func torn() {
        let (told, base) = lateness(seconds: 5, holds: [(1_000, 60, false)])
        #expect((told.first ?? 0) >= 50)
        #expect(base == 60)
    }

    @Test("A server that has worked two seconds ahead takes nothing for so long, and is not late")
    func ahead() {
        let (told, _) = lateness(seconds: 5, holds: [(500, 2_000, true)])
        #expect(told.isEmpty)
    }
}
