import Glibc
public import StaffFiles

extension TerminalLook {
    /// How a descriptor of this process shows text: as wide as its terminal says, else as `COLUMNS` says, else 80 columns; coloured
    /// unless `NO_COLOR` (no-color.org) or `TERM=dumb` is set. A file or a pipe is neither broken nor coloured.
    public init(of descriptor: Int32, _ environment: [String: String]) {
        guard isatty(descriptor) == 1 else {
            self = .plain
            return
        }
        var size = winsize()
        let told = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
        self.init(terminalOf: told, environment)
    }

    /// - Parameter told: Columns that the terminal reports; 0 where it reports none.
    public init(terminalOf told: Int, _ environment: [String: String]) {
        let named = environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
        self.init(
            columns: max(Self.narrowest, told > 0 ? told : named ?? Self.usual),
            isColoured: (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb")
    }
}
