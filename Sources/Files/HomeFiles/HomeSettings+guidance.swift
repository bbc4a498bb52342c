public import Care

extension HomeSettings {
    /// How a client is led through what they were given to do: what `sessions` and `moods` say, as a running kiosk takes it over.
    public struct Guidance: Equatable, Sendable {
        /// How many days before its own an assignment opens, 0–7.
        public var opensDaysAhead: Int
        /// How long a provider who is only pretended lets the client wait; 0: nobody is pretended. At most 10 min.
        public var pretendWait: Duration
        /// The faces by which the client says how they are.
        public var moodScale: MoodScale
        /// Where an appointment takes place by video; `nil`: nowhere.
        public var videoLink: VideoLink?
    }

    public var guidance: Guidance {
        get {
            Guidance(
                opensDaysAhead: clientOwned.opensDaysAhead, pretendWait: clientOwned.pretendWait,
                moodScale: clientOwned.moodScale, videoLink: homeOwned.videoLink)
        }
        set {
            clientOwned.opensDaysAhead = newValue.opensDaysAhead
            clientOwned.pretendWait = newValue.pretendWait
            clientOwned.moodScale = newValue.moodScale
            homeOwned.videoLink = newValue.videoLink
        }
    }
}
