import Care
import CareService
import Roles
import Speech
import Voice

extension SpeechDesk {
    /// The voices of a home, as `beckon.yaml` says now.
    init(_ keeper: HomeFileKeeper, _ sampler: SpeechSampler) {
        self.init { sample throws(CareProblem) in
            let role: VoiceRole =
                switch sample.voice ?? .main {
                case .main: .main
                case .cue: .cue
                case .alert: .alert
                }
            let (settings, language) = keeper.voice(role)
            do throws(VoiceError) {
                return try sampler.file(
                    sample.text, as: settings, in: sample.language, home: language)
            } catch {
                throw CareProblem(error, of: sample)
            }
        }
    }
}

extension CareProblem {
    /// Why a sample is not heard, at the field that is the reason.
    fileprivate init(_ error: VoiceError, of sample: SpeechSample) {
        switch error {
        case .unknownVoice where sample.language != nil:
            self.init(.notAcceptable, error.description, field: "language")
        case .sampleTooLong, .nothingToSay: self.init(.notAcceptable, error.description, field: "text")
        case .synthesiserBusy: self.init(.tooMany, error.description)
        case .synthesiserFailed, .unknownVoice, .soundUnreadable, .soundTooLong, .device, .deviceStalled,
            .tearing, .notADevice, .deviceUndefined, .deviceRefused, .noConfiguration, .muted:
            self.init(.cannotSpeak, error.description)
        }
    }
}
