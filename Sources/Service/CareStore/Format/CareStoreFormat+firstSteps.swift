import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: which questions of the first start nobody needs to be asked any more.
    static let firstSteps: StoreStep = """
        CREATE TABLE first_step (
            step TEXT NOT NULL PRIMARY KEY CHECK (step <> ''),
            state TEXT NOT NULL CHECK (state IN ('open', 'done', 'put_away'))
        ) STRICT, WITHOUT ROWID;
        """
}
