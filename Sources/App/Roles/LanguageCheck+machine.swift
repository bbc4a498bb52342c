public import StaffFiles
import Voice

extension LanguageCheck {
    /// The voices of this machine. Where its synthesiser does not work, no language is told: `beckon doctor` says why.
    public static let machine = LanguageCheck { VoiceCatalogue.speaks($0) ?? true }
}
