/// A currency in circulation, by its three letters of ISO 4217.
public struct Currency: Hashable, Comparable, Sendable {
    /// `EUR`.
    public let code: String
    /// How many digits stand after the decimal mark: 0 for JPY, 2 for EUR, 3 for KWD. An amount counts the smallest of them.
    public let digits: Int

    /// `nil` for letters that no currency in circulation has. Capitals do not matter.
    public init?(_ code: String) {
        let code = code.uppercased()
        guard Self.codes.contains(code) else { return nil }
        self.code = code
        digits = Self.withoutMinor.contains(code) ? 0 : Self.withThousandths.contains(code) ? 3 : 2
    }

    /// For a home in which nobody has written down an amount yet.
    public static let usual = "EUR"

    public static func < (first: Self, second: Self) -> Bool { first.code < second.code }

    /// All of them, in the order of their letters.
    public static let all = codes.sorted().compactMap { Currency($0) }

    // ISO 4217, list one (SIX Financial Information, maintenance agency), as of January 2026: without funds, metals, units of account and
    // codes for tests.

    private static let codes = Set(
        """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE \
        CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY \
        KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO \
        NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB \
        TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
        """.split(separator: " ").map(String.init))

    /// Their column "Minor unit" is 0.
    private static let withoutMinor: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF",
        "XOF",
        "XPF",
    ]

    /// Their column "Minor unit" is 3.
    private static let withThousandths: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
}
