/// What is no chore though somebody does it for themselves: medicines, and appointments with those who treat them.
///
/// It decides only what a form fills in beforehand, and knows the words that people write for them in the languages in which plans are said.
public enum NeverChore {
    /// Whether a title says such a thing.
    public static func isMeant(by title: String) -> Bool {
        // Also within a compound: "Augentropfen", "Zahnarzttermin".
        NeverPaid.words(of: title).contains { word in
            words.contains(word) || parts.contains(where: word.contains)
        }
    }

    /// Only words that mean nothing else in another of these languages.
    private static let words: Set<String> = NeverPaid.set([
        "medicine medicines medication meds pill pills tablet tablets painkiller painkillers drops inhaler insulin",
        "appointment dentist doctor doctors hospital physio physiotherapy",
        "pille pillen salbe spritze arzt ärztin termin klinik krankenhaus",
        "comprimé comprimés pilule pilules gouttes inhalateur dentiste médecin docteur hôpital kiné rendez",
        "pastilla pastillas gotas dentista médico médica cita inhalador",
        "hap haplar damla doktor dişçi randevu hastane",
    ])

    private static let parts = [
        "medikament", "medizin", "tablette", "tropfen", "schmerzmittel", "arzttermin", "therapie", "insulin",
        "médicament", "médicine", "medicina", "medicamento", "terapia", "therapy", "thérapie", "ilaç", "ilac",
        "terapi",
    ]
}
