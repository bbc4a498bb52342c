import Evidence
import Playing
import Scanning
import Testing

/// Random sessions of which the presses are weighed by their times. The sessions with `off` are those of `SessionFingerprintTests`: nothing is drawn
/// for what is set here, so that the same happens to all of them.
@Suite("Random sessions with weighed presses") struct WeighedSessionTests {
    private func played(
        _ seed: UInt64, _ evidence: ScanParameters.PressEvidence, _ profile: PressProfile? = nil
    )
        -> RandomKiosk
    {
        var session = RandomKiosk(seed: seed, evidence: evidence, profile: profile)
        session.play(80)
        return session
    }

    @Test("Where too few presses are known, nothing changes but what is kept", arguments: [UInt64](0..<60))
    func tooFewPressesChangeNothing(seed: UInt64) {
        let off = played(seed, .off)
        #expect(off.weighed.isEmpty)
        for evidence in [ScanParameters.PressEvidence.cautious, .full] {
            let session = played(seed, evidence)
            #expect(session.unweighed.count == off.unweighed.count)
            #expect(session.unweighed.text == off.unweighed.text)
            #expect(session.weighed.allSatisfy { $0 == .chose })
        }
    }

    @Test("What is known of presses changes nothing where it is off", arguments: [UInt64](0..<60))
    func offIsOff(seed: UInt64) {
        let (known, unknown) = (played(seed, .off, .known(0.8)), played(seed, .off))
        #expect(known.world.seen.fingerprint.text == unknown.world.seen.fingerprint.text)
    }

    @Test(
        "The same always happens, and each verdict comes",
        arguments: [ScanParameters.PressEvidence.cautious, .full])
    func theSameAlways(evidence: ScanParameters.PressEvidence) {
        let profile = PressProfile.known(0.8)
        var verdicts: Set<PressRecord.Weighed.Verdict> = []
        for seed in UInt64(0)..<100 {
            let (once, again) = (played(seed, evidence, profile), played(seed, evidence, profile))
            #expect(once.world.seen.fingerprint.text == again.world.seen.fingerprint.text, "seed \(seed)")
            verdicts.formUnion(once.weighed)
        }
        // Nothing is passed where only the clearest accidents are asked back.
        let all: Set<PressRecord.Weighed.Verdict> =
            evidence == .full ? [.chose, .asked, .passed] : [.chose, .asked]
        #expect(verdicts == all)
    }
}
