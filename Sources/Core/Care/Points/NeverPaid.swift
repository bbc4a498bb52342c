/// What never costs points: needs, food, comfort, rest and talk (`docs/points.md` says why).
///
/// It knows the words that people write for them in the languages of the shipped boards, and what the home's own people can ask for. It
/// catches what is written down without a second thought; it does not read minds.
///
/// Everyday food and drink is meant where a title says nothing else: "A glass of juice" is, "Baking bread together" and "Pizza evening
/// with friends" are not. Ice cream and sweets are no everyday food.
public enum NeverPaid {
    /// The first of them in a reward's title, as it stands there; `nil` where there is none.
    ///
    /// - Parameter needs: The labels of what can be asked for; a title that is one of them, whatever the capitals, is meant.
    public static func find(in title: String, needs: [String] = []) -> String? {
        let whole = plain(title)
        if needs.contains(where: { plain($0) == whole }) { return title }
        let all = pieces(of: title)
        if let found = all.first(where: { words.contains(plain($0)) }) { return found }
        let rest = all.filter { !small.contains(plain($0)) && Int($0) == nil }
        return rest.allSatisfy { foods.contains(plain($0)) } ? rest.first : nil
    }

    /// The words of a title in small letters.
    static func words(of title: String) -> [String] { pieces(of: title).map(plain) }

    /// Also at an apostrophe: "un verre d'eau".
    private static func pieces(of title: String) -> [String] {
        title.split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }

    /// In small letters; the Turkish `İ` as `i`, without the dot that Unicode puts after it.
    private static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.lowercased().unicodeScalars.filter { $0 != "\u{307}" }))
    }

    /// Only words that mean nothing else in another of these languages: all of them apply to every title.
    private static let words = set(
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
        ])

    /// Everyday food and drink.
    private static let foods = set(
        [
            // English
            "juice milk coffee bread toast fruit fruits apple apples banana bananas orange oranges pear pears soup rice pasta noodles",
            "spaghetti potato potatoes vegetable vegetables egg eggs cheese yoghurt yogurt butter sandwich sandwiches cereal porridge",
            "salad meat chicken pizza",
            // German
            "saft apfelsaft orangensaft milch kaffee brot brötchen obst apfel äpfel banane bananen orangen birne birnen suppe reis",
            "nudeln kartoffel kartoffeln gemüse ei eier käse joghurt müsli salat fleisch",
            // French
            "jus lait café pain tartine pomme pommes banane bananes poire poires soupe riz pâtes terre légume légumes œuf œufs",
            "fromage yaourt beurre céréales salade viande poulet",
            // Spanish
            "zumo jugo leche pan fruta frutas manzana manzanas plátano plátanos naranja naranjas pera peras sopa arroz patata patatas",
            "verdura verduras huevo huevos queso yogur mantequilla ensalada carne pollo pescado",
            // Turkish
            "su suyu meyve süt kahve ekmek elma muz portakal armut çorba pilav makarna patates sebze yumurta peynir yoğurt tereyağı",
            "salata tavuk",
        ])

    /// What a title may have besides, and still says nothing else: articles, how much, and of what.
    private static let small = set(
        [
            "a an the some more extra another one two three of and or with my your glass cup mug bottle piece slice bowl plate",
            "big small fresh hot cold warm",
            "ein eine einen der die das etwas mehr noch zwei drei und oder mit von glas tasse flasche stück scheibe schüssel teller",
            "un une le la les l des du de d et ou avec plus deux trois verre tasse bouteille morceau tranche bol assiette",
            "una el los las del y o con más otro otra dos tres vaso taza botella trozo rebanada plato",
            "bir iki üç ve ile biraz daha bardak fincan şişe dilim kâse tabak",
        ])

    static func set(_ lines: [String]) -> Set<String> {
        Set(lines.flatMap { $0.split(separator: " ").map(String.init) })
    }
}
