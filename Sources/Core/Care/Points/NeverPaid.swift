/// What never costs points: needs, food, comfort, rest and talk (`docs/points.md` says why).
///
/// It knows the words that people write for them in the languages of the shipped boards, and what the home's own people can ask for. It
/// catches what is written down without a second thought; it does not read minds.
public enum NeverPaid {
    /// The first of them in a reward's title, as it stands there; `nil` where there is none.
    ///
    /// - Parameter needs: The labels of what can be asked for; a title that is one of them, whatever the capitals, is meant.
    public static func find(in title: String, needs: [String] = []) -> String? {
        let plain = title.lowercased()
        if needs.contains(where: { $0.lowercased() == plain }) { return title }
        return title.split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’") }.lazy.map(String.init)
            .first { words.contains($0.lowercased()) }
    }

    private static let words: Set<String> = Set(
        [
            // English
            "water food meal meals breakfast lunch dinner supper snack drink drinks tea eating drinking",
            "toilet bathroom bath shower washing medicine medicines pills painkiller sleep nap rest resting bed",
            "blanket warmth heating hug hugs cuddle cuddles comfort talk talking speaking call calling help",
            // German
            "wasser essen mahlzeit frühstück mittagessen abendessen abendbrot trinken getränk tee toilette klo bad",
            "dusche waschen medizin medikament medikamente tabletten schmerzmittel schlaf schlafen ruhe ausruhen bett",
            "decke wärme heizung umarmung kuscheln trost reden sprechen gespräch rufen anruf hilfe",
            // French
            "eau nourriture repas déjeuner dîner souper goûter boire boisson thé manger toilettes bain douche",
            "médicament médicaments antidouleur sommeil dormir sieste repos lit couverture chaleur chauffage câlin",
            "câlins réconfort parler appeler appel aide",
            // Spanish
            "agua comida desayuno almuerzo cena merienda beber bebida té comer baño aseo ducha medicina medicinas",
            "pastillas analgésico dormir sueño siesta descanso cama manta calor calefacción abrazo abrazos consuelo",
            "hablar llamar llamada ayuda",
            // Turkish
            "su yemek kahvaltı içmek içecek çay tuvalet banyo duş ilaç ilaçlar uyku uyumak dinlenme yatak battaniye",
            "sıcaklık ısıtma sarılma kucak teselli konuşma konuşmak çağrı yardım",
        ].flatMap { $0.split(separator: " ").map(String.init) })
}
