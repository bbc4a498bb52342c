import Scanning
import Boards
import Care
import Testing
@testable import Simulation
@Suite struct Trace {
    @Test func t() {
        var h = Household()
        h.items = Array((0..<9).map { g in BoardItem(id: "g\(g)", label: "", cue: "g\(g)", say: "", called: "", action: .group((0..<6).map { i in BoardItem(id: "i\(g)\(i)", label: "", cue: "i\(g)\(i)", say: "i\(g)\(i)", called: "", action: .request(.normal)) })) })
        h.scanning.mode = .inverse; h.scanning.pattern = .groupItem; h.model = .harder; h.scanning.scanTime = .seconds(2.4)
        var diary = h.diary(needs: 150)
        while let i = diary.firstIndex(where: { $0.contains("gives up") }) {
            let start = diary[..<i].lastIndex(where: { $0.contains("wants") }) ?? 0
            print(diary[max(0, start-12)...min(i+25, diary.count-1)].joined(separator: "\n"))
            diary.removeSubrange(...i)
        }
    }
}
