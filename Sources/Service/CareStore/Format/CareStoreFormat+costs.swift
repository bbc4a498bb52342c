import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: the book of shared costs. Lines and what they post are only ever added.
    static let costs: StoreStep = """
        CREATE TABLE cost_line (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            -- The expense, payment or charge that it is about: the id of its first line.
            subject TEXT NOT NULL CHECK (length(subject) = 36),
            kind TEXT NOT NULL CHECK (kind <> ''),
            -- JSON of what it is from here on.
            content TEXT NOT NULL,
            -- What it takes the place of; of two that would replace the same line, one is refused.
            replaces INTEGER UNIQUE REFERENCES cost_line (number),
            reason TEXT,
            by_name TEXT NOT NULL,
            at INTEGER NOT NULL,
            CHECK ((subject = id) = (replaces IS NULL))
        ) STRICT;
        CREATE INDEX cost_line_of ON cost_line (subject, number);
        CREATE TRIGGER cost_line_stays BEFORE UPDATE ON cost_line
            BEGIN SELECT RAISE(ABORT, 'the book of costs is never changed'); END;
        CREATE TRIGGER cost_line_is_kept BEFORE DELETE ON cost_line
            BEGIN SELECT RAISE(ABORT, 'the book of costs is never changed'); END;

        -- Who owes whom what by a line, in the currency's smallest unit; negative where it takes back what an earlier one says.
        CREATE TABLE cost_posting (
            line INTEGER NOT NULL REFERENCES cost_line (number),
            debtor TEXT NOT NULL CHECK (debtor <> ''),
            creditor TEXT NOT NULL CHECK (creditor <> debtor),
            currency TEXT NOT NULL CHECK (length(currency) = 3),
            amount INTEGER NOT NULL CHECK (amount <> 0),
            PRIMARY KEY (line, debtor, creditor, currency)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX cost_posting_between ON cost_posting (debtor, creditor, currency, amount);
        CREATE INDEX cost_posting_owed ON cost_posting (creditor, currency, amount);
        CREATE TRIGGER cost_posting_stays BEFORE UPDATE ON cost_posting
            BEGIN SELECT RAISE(ABORT, 'the book of costs is never changed'); END;
        CREATE TRIGGER cost_posting_is_kept BEFORE DELETE ON cost_posting
            BEGIN SELECT RAISE(ABORT, 'the book of costs is never changed'); END;

        -- Who has ever taken part in an expense, payment or charge, and so may read all of it.
        CREATE TABLE cost_party (
            person TEXT NOT NULL CHECK (person <> ''),
            subject TEXT NOT NULL CHECK (length(subject) = 36),
            PRIMARY KEY (person, subject)
        ) STRICT, WITHOUT ROWID;

        -- How an amount that was asked for stands.
        CREATE TABLE cost_charge (
            line INTEGER PRIMARY KEY REFERENCES cost_line (number),
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            asked TEXT NOT NULL CHECK (asked <> ''),
            currency TEXT NOT NULL CHECK (length(currency) = 3),
            amount INTEGER NOT NULL CHECK (amount > 0),
            due_on TEXT NOT NULL CHECK (length(due_on) = 10),
            -- For it, by payments that were not withdrawn.
            paid INTEGER NOT NULL DEFAULT 0 CHECK (paid >= 0),
            -- The payment after which whoever was asked owed nobody anything.
            settled_by TEXT,
            is_withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (is_withdrawn IN (0, 1)),
            -- An expression of these three columns, for the index.
            is_open INTEGER NOT NULL GENERATED ALWAYS AS (paid < amount AND settled_by IS NULL AND is_withdrawn = 0)
        ) STRICT;
        CREATE INDEX cost_charge_due ON cost_charge (is_open, due_on, line);
        CREATE INDEX cost_charge_asked ON cost_charge (asked, currency) WHERE is_withdrawn = 0;

        -- The picture of an expense's receipt, apart from the lines: it can be taken away.
        CREATE TABLE cost_receipt (
            version INTEGER PRIMARY KEY AUTOINCREMENT,
            expense TEXT NOT NULL UNIQUE CHECK (length(expense) = 36),
            media_type TEXT NOT NULL CHECK (media_type <> ''),
            bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 524288),
            changed_at INTEGER NOT NULL
        ) STRICT;

        -- Where somebody can be paid, as they have said themselves.
        CREATE TABLE payment_link (
            person_id TEXT NOT NULL PRIMARY KEY CHECK (person_id <> ''),
            link TEXT NOT NULL CHECK (link <> ''),
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
