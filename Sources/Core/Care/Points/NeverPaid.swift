/// What never costs points: needs, food, comfort, rest and talk (`docs/points.md` says why).
///
/// It knows the words that people write for them in the languages of the shipped boards, and what the home's own people can ask for. It
/// catches what is written down without a second thought; it does not read minds.
public enum NeverPaid {
    /// The first of them in a reward's title, as it stands there; `nil` where there is none.
    ///
    /// - Parameter needs: The labels of what can be asked for; a title that is one of them, whatever the capitals, is meant.
    public static func find(in title: String, needs: [String] = []) -> String? {
        let whole = plain(title)
        if needs.contains(where: { plain($0) == whole }) { return title }
        // Also at an apostrophe: "un verre d'eau".
        return title.split { !($0.isLetter || $0.isNumber) }.lazy.map(String.init)
            .first { words.contains(plain($0)) }
    }

    /// In small letters; the Turkish `İ` as `i`, without the dot that Unicode puts after it.
    private static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.lowercased().unicodeScalars.filter { $0 != "\u{307}" }))
    }

    /// Only words that mean nothing else in another of these languages: all of them apply to every title.
    private static let words: Set<String> = Set(
        [
            // English
            "water food meal meals breakfast lunch dinner supper snack snacks drink drinks tea eating drinking",
            "toilet bathroom bath shower showers washing medicine medicines medication pill pills painkiller painkillers",
            "sleep nap naps rest resting bed",
            "blanket warmth heating hug hugs cuddle cuddles comfort talk talking speaking call calling help",
            // German
            "wasser essen mahlzeit mahlzeiten frühstück mittagessen abendessen abendbrot trinken getränk getränke tee",
            "toilette klo dusche duschen waschen medizin medikament medikamente tabletten schmerzmittel schlaf schlafen ruhe ausruhen bett",
            "decke wärme heizung umarmung kuscheln trost reden sprechen gespräch rufen anruf hilfe",
            // French
            "eau nourriture repas déjeuner dîner souper goûter boire boisson thé manger toilettes bain douche",
            "médicament médicaments antidouleur sommeil dormir sieste repos couverture chaleur chauffage câlin",
            "câlins réconfort parler appeler appel aide",
            // Spanish
            "agua comida desayuno almuerzo merienda beber bebida bebidas té comer baño aseo ducha medicina medicinas",
            "pastillas analgésico dormir sueño siesta descanso cama manta calor calefacción abrazo abrazos consuelo",
            "hablar llamar llamada ayuda",
            // Turkish
            "yemek kahvaltı içmek içecek çay tuvalet banyo duş ilaç ilaçlar uyku uyumak dinlenme yatak battaniye",
            "sıcaklık ısıtma isıtma sarılma kucak teselli konuşma konuşmak çağrı yardım",
        ].flatMap { $0.split(separator: " ").map(String.init) })
}
