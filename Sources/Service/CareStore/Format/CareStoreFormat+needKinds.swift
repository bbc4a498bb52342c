import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: needs have a kind, and a routine is found by the need that it is made of (decision 0223).
    ///
    /// Needs of before have no kind: nobody has said one.
    static let needKinds: StoreStep = """
        ALTER TABLE need ADD COLUMN kind TEXT CHECK (kind <> '');
        ALTER TABLE routine ADD COLUMN need TEXT CHECK (need <> '');
        UPDATE routine SET need = nullif(json_extract(content, '$.content.need'), '') WHERE json_valid(content);
        CREATE INDEX routine_need ON routine (need) WHERE need IS NOT NULL;
        """
}
