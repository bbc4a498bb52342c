/// The parts of the body that pages and kiosks offer on the scale `body_part`; the API takes any other word, too. From top to bottom.
public enum BodyPart: String, Sendable, CaseIterable {
    case head, eyes, ears, mouth, neck
    case leftShoulder = "left-shoulder"
    case rightShoulder = "right-shoulder"
    case leftArm = "left-arm"
    case rightArm = "right-arm"
    case leftHand = "left-hand"
    case rightHand = "right-hand"
    case chest, back, belly, bottom
    case leftHip = "left-hip"
    case rightHip = "right-hip"
    case leftKnee = "left-knee"
    case rightKnee = "right-knee"
    case leftLeg = "left-leg"
    case rightLeg = "right-leg"
    case leftFoot = "left-foot"
    case rightFoot = "right-foot"
    case everywhere
}
