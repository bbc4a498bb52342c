/// The parts of a body that a client can name with a switch; other words are taken as well.
public enum BodyPart: String, CaseIterable, Sendable {
    case head, mouth, neck, chest, belly, back
    case leftArm = "left-arm"
    case rightArm = "right-arm"
    case leftLeg = "left-leg"
    case rightLeg = "right-leg"
    case elsewhere
}
