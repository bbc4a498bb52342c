import Activities
import Exercises
import HomeFiles
import Speech

/// What games say, sound and show.
extension LevelMaker {
    func speech(of part: GamePlay.Part) -> [SpeechPart] {
        switch part {
        case .growth(let growth): [.earcon(growth.earcon), .text(phrases[growth.phrase])]
        case .waiting: [.text(phrases[.gardenWaits])]
        case .found(let count): [.text(phrases[.birdFound, [.count: String(count)]])]
        case .notFound(let sound): sound.phrase.map { [.text(phrases[$0])] } ?? []
        case .sound(let sound): [.earcon(sound.earcon)]
        }
    }
}

extension GamePlay {
    /// What there is by now, each as an emoji.
    var things: [String] {
        switch game {
        case .garden: garden.plants.map(\.symbol) + (garden.visitor.map { [$0.symbol] } ?? [])
        // As many as are still counted at a glance.
        case .bird: Array(repeating: "🐦", count: min(found, Garden.most))
        }
    }
}

extension Garden.Growth {
    fileprivate var phrase: PhraseKey {
        switch self {
        case .grew(.seed): .gardenSeed
        case .grew(.sprout): .gardenSprout
        case .grew(.leaves): .gardenLeaves
        case .grew(.bud), .grew(.flower): .gardenBud
        case .bloomed(.tulip): .gardenTulip
        case .bloomed(.sunflower): .gardenSunflower
        case .bloomed(.rose): .gardenRose
        case .bloomed(.daisy): .gardenDaisy
        case .visited(.bee): .gardenBee
        case .visited(.butterfly): .gardenButterfly
        case .visited(.ladybird): .gardenLadybird
        }
    }

    /// A note that rises as the plant does.
    fileprivate var earcon: Earcon {
        switch self {
        case .grew(.seed): .garden1
        case .grew(.sprout): .garden2
        case .grew(.leaves): .garden3
        case .grew(.bud), .grew(.flower): .garden4
        case .bloomed: .garden5
        case .visited(.bee): .bee
        case .visited: .bell
        }
    }
}

extension Garden.Plant {
    fileprivate var symbol: String {
        switch (stage, flower) {
        case (.seed, _): "🌰"
        case (.sprout, _): "🌱"
        case (.leaves, _): "🌿"
        case (.bud, _): "🪴"
        case (.flower, .tulip): "🌷"
        case (.flower, .sunflower): "🌻"
        case (.flower, .rose): "🌹"
        case (.flower, .daisy): "🌼"
        }
    }
}

extension Garden.Visitor {
    fileprivate var symbol: String {
        switch self {
        case .bee: "🐝"
        case .butterfly: "🦋"
        case .ladybird: "🐞"
        }
    }
}

extension BirdRound.Sound {
    fileprivate var earcon: Earcon {
        switch self {
        case .bird: .bird
        case .frog: .frog
        case .stream: .stream
        case .wind: .wind
        case .bee: .bee
        case .cricket: .cricket
        case .bell: .bell
        }
    }

    /// What it was; `nil` for the bird itself.
    fileprivate var phrase: PhraseKey? {
        switch self {
        case .bird: nil
        case .frog: .heardFrog
        case .stream: .heardStream
        case .wind: .heardWind
        case .bee: .heardBee
        case .cricket: .heardCricket
        case .bell: .heardBell
        }
    }
}
