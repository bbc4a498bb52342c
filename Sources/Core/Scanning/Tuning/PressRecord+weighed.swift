extension PressRecord {
    /// A press while items were offered, and how well it fits what the person may have meant (`press_evidence`).
    public struct Weighed: Hashable, Sendable {
        /// What became of it.
        public enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
            /// It made a choice.
            case chose
            /// The item was offered once more.
            case asked
            /// It did nothing.
            case passed
        }

        /// An offer that it may have been meant for.
        public struct Offer: Hashable, Sendable {
            /// From the end of its cue to the press; below zero the cue was still heard, and its end is expected.
            public var since: Duration
            /// How likely it was, before the press, that the person wanted this and would press for it: 0–1, to a thousandth.
            public var wanted: Double
            /// How likely the press was meant for this: 0–1, to a thousandth.
            public var meant: Double

            public init(since: Duration, wanted: Double, meant: Double) {
                self.since = since
                self.wanted = wanted
                self.meant = meant
            }
        }

        /// The newest last.
        public var offers: [Offer]
        /// For how long items had been offered since the press before, or since that began.
        public var watched: Duration
        public var verdict: Verdict
        /// The choice that it made; `nil` where it made none, or one that has no record.
        public var choice: ID?

        public init(offers: [Offer], watched: Duration, verdict: Verdict, choice: ID? = nil) {
            self.offers = offers
            self.watched = watched
            self.verdict = verdict
            self.choice = choice
        }
    }

    /// What was learnt while a level was scanned, from its first item to a choice or its end.
    public struct Visit: Hashable, Sendable {
        /// How scanning came to it.
        public enum Beginning: String, Hashable, Sendable, Codable, CaseIterable {
            /// A press woke the kiosk.
            case woken
            /// A press opened it.
            case opened
            /// It went on after a choice.
            case continued
            /// From a level below, without a choice.
            case wentUp = "went_up"
        }

        public var beginning: Beginning
        /// How likely it is that something was wanted, by all that happened: 0–1, to a thousandth.
        public var wanted: Double
        /// So many offers of what was wanted were made, and went by without a press: expected numbers, to a thousandth.
        public var offers: Double
        public var missed: Double
        /// For how long items were offered after the last press.
        public var silence: Duration

        public init(
            beginning: Beginning, wanted: Double, offers: Double, missed: Double, silence: Duration
        ) {
            self.beginning = beginning
            self.wanted = wanted
            self.offers = offers
            self.missed = missed
            self.silence = silence
        }
    }
}
