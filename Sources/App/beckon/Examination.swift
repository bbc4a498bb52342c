import Foundation
import HomeFiles
import Roles

/// The checks of `beckon doctor`. They make and change nothing.
struct Examination {
    let home: HomeOptions
    let service: ServiceOption
    let role: RoleOptions

    /// How it writes dates. Its sentences are in English, and said in their reader's language where a person reads them.
    let locale: ReaderLocale

    var folder: HomeFolder { home.folder }

    func all() async -> [CheckResult] {
        var results: [CheckResult] = []
        let settings = checkSettings(&results)
        checkBoards(settings, &results)
        checkPhrases(settings, &results)
        checkExercises(settings, &results)
        checkEncouragement(settings, &results)
        await checkSwitches(settings, &results)
        checkUse(settings, &results)
        checkSound(settings, &results)
        checkVoices(settings, &results)
        checkDisk(&results)
        checkClock(&results)
        let certificate = checkCertificate(settings, &results)
        await checkService(settings, certificate, &results)
        checkDatabases(&results)
        checkTokens(&results)
        return results
    }
}
