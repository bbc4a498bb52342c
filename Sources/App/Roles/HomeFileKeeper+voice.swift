import HomeFiles
public import Speech

extension HomeFileKeeper {
    /// How a voice of this home sounds, and the home's language, as `beckon.yaml` says now.
    public func voice(_ role: VoiceRole) -> (settings: VoiceSettings, language: String) {
        let settings = settings
        let voice =
            switch role {
            case .main: settings.mainVoice
            case .cue: settings.cueVoice
            case .alert: settings.alertVoice
            }
        return (voice, settings.language)
    }
}
