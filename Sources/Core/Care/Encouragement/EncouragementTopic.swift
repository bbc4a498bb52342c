/// The categories of encouragement that ship. Each has a name in every language that is spoken or read; a home's own are their own names.
public enum EncouragementTopic: String, CaseIterable, Sendable {
    case body, courage, faith, food, health, humour, joy, mind, movement, people, rest, safety, sleep
}
