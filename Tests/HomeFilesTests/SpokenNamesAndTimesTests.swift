import Care
import HomeFiles
import Recurrence
import StaffFiles
import Testing
import Wording

@Suite("Times of day and missing names, as they are said")
struct SpokenNamesAndTimesTests {
    private func phrases(_ language: String, _ changes: [String: String] = [:]) throws -> Phrases {
        var text = String(decoding: try contents("boards/phrases.\(language).yaml"), as: UTF8.self)
        for (old, new) in changes {
            #expect(text.contains(old))
            text = text.replacing(old, with: new)
        }
        return try #require(PhrasesReader.read(Array(text.utf8), file: "p").phrases)
    }

    @Test(
        "An English station says which half of the day it is",
        arguments: [
            ("00:00", "at midnight"), ("00:15", "at 12:15 at night"), ("03:13", "at 3:13 in the morning"),
            ("09:00", "at 9 o'clock in the morning"), ("12:00", "at noon"),
            ("12:05", "at 12:05 in the afternoon"),
            ("15:13", "at 3:13 in the afternoon"), ("18:30", "at 6:30 in the evening"),
            ("21:40", "at 9:40 at night"),
        ])
    func english(clock: String, said: String) throws {
        let local = try #require(WallTime("2026-11-25T" + clock))
        #expect(try phrases("en").time(local, on: local.day) == said)
    }

    @Test(
        "Languages that count to 24 say nothing more",
        arguments: [
            ("de", "15:13", "um 15 Uhr 13"), ("de", "00:00", "um 0 Uhr"), ("fr", "12:00", "à 12 heures"),
        ])
    func others(language: String, clock: String, said: String) throws {
        let local = try #require(WallTime("2026-11-25T" + clock))
        let phrases = try phrases(language)
        #expect(phrases.time(local, on: local.day) == phrases[.timeToday, [.time: phrases.clock(local)]])
        if language == "de" { #expect(phrases.time(local, on: local.day) == said) }
    }

    @Test(
        "A client hears which half of the day it is where the time alone could be taken for the other",
        arguments: [
            ("en", "08:10", "8:10"), ("en", "14:30", "2:30"), ("en", "12:00", "12 o'clock"),
            ("en", "23:45", "11:45 at night"), ("en", "20:00", "8 o'clock in the evening"),
            ("en", "02:30", "2:30 in the morning"), ("en", "00:00", "midnight"), ("de", "23:45", "23 Uhr 45"),
        ])
    func short(language: String, clock: String, said: String) throws {
        #expect(try phrases(language).shortClock(#require(WallTime("2026-11-25T" + clock))) == said)
    }

    @Test("A home whose own phrases count to 24 hears no half of the day")
    func own() throws {
        let afternoon = try #require(WallTime("2026-11-25T15:13"))
        let own = try phrases("en", ["\"{hour12}:{minute}\"": "\"{hour}:{minute}\""])
        #expect(own.time(afternoon, on: afternoon.day) == "at 15:13")
        #expect(own.shortClock(afternoon) == "15:13")
    }

    @Test(
        "A client whose name nobody has set is not called Somebody",
        arguments: [
            ("en", "The client's switch is unplugged."),
            ("de", "Der Taster von der betreuten Person ist abgezogen."),
            ("fr", "La personne : le bouton est débranché."),
            ("es", "El pulsador de la persona está desenchufado."), ("tr", "Kişi: düğmenin fişi çıkmış."),
        ])
    func unnamed(language: String, said: String) throws {
        #expect(UnnamedWords.name == Person.unnamed)
        let phrases = try phrases(language)
        let heard = phrases[PhraseEntry(.switchUnplugged, isOver: false), [.client: Person.unnamed]]
        #expect(heard.replacing("\u{A0}", with: " ") == said)
        #expect(!phrases[.alert, [.client: Person.unnamed, .need: "x"]].contains(Person.unnamed))
    }

    @Test("Within a sentence it begins small, and what people write stays")
    func within() throws {
        let english = try phrases("en")
        #expect(english[.goingToSee, [.client: Person.unnamed]] == "You are going to see the client.")
        #expect(english[.onTheWay, [.caregiver: Person.unnamed]] == "Somebody is on the way.")
        #expect(try phrases("de")[.onTheWay, [.caregiver: Person.unnamed]] == "Jemand ist unterwegs.")
        #expect(english[.alert, [.client: "Maria", .need: "Somebody"]] == "Maria asks for Somebody.")
        #expect(english.client(Person.unnamed) == "The client" && english.client("Maria") == "Maria")
    }
}
