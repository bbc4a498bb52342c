import ArgumentParser
@main
struct Beckon: ParsableCommand {}
