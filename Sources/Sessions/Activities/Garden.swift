public import Chance

/// A garden that grows with each press: a plant from its seed to its flower, then perhaps a visitor, then the next plant.
public struct Garden: Equatable, Sendable {
    public enum Flower: String, CaseIterable, Sendable { case tulip, sunflower, rose, daisy }

    public enum Visitor: String, CaseIterable, Sendable { case bee, butterfly, ladybird }

    /// A plant, as far as it has grown.
    public enum Stage: String, CaseIterable, Sendable { case seed, sprout, leaves, bud, flower }

    public struct Plant: Equatable, Sendable {
        public var flower: Flower
        public var stage: Stage
    }

    /// What a press has brought.
    public enum Growth: Hashable, Sendable {
        /// A plant has reached a stage below its flower.
        case grew(Stage)
        case bloomed(Flower)
        case visited(Visitor)
    }

    /// How many plants stand in it: the oldest gives way.
    public static let most = 12

    public private(set) var plants: [Plant] = []
    /// Who came last; gone with the next plant.
    public private(set) var visitor: Visitor?

    public init() {}

    public mutating func grow(using generator: inout SeededGenerator) -> Growth {
        guard let last = plants.last, last.stage != .flower else {
            return growBeside(plants.last, &generator)
        }
        let next = Stage.allCases[(Stage.allCases.firstIndex(of: last.stage) ?? 0) + 1]
        plants[plants.count - 1].stage = next
        return next == .flower ? .bloomed(last.flower) : .grew(next)
    }

    /// The last plant is in flower, or there is none yet.
    private mutating func growBeside(_ last: Plant?, _ generator: inout SeededGenerator) -> Growth {
        // One flower in two is visited.
        if last != nil, visitor == nil, Bool.random(using: &generator),
            let guest = Visitor.allCases.randomElement(using: &generator)
        {
            visitor = guest
            return .visited(guest)
        }
        visitor = nil
        // Never the same flower twice in a row.
        let flower = Flower.allCases.filter { $0 != last?.flower }.randomElement(using: &generator) ?? .tulip
        plants.append(Plant(flower: flower, stage: .seed))
        if plants.count > Self.most { plants.removeFirst() }
        return .grew(.seed)
    }
}
