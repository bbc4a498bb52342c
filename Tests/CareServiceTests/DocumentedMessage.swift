import Care
import Costs
import Foundation
import Testing

@testable import CareService

/// A type whose JSON the OpenAPI document describes, and what can be done with it without knowing which it is.
struct DocumentedMessage: Sendable {
    /// Reads a message and writes it again.
    let written: @Sendable (Data) throws -> Data
    /// The members that reading it asks for, by the path of the object that has them.
    let keysRead: @Sendable (Data) throws -> [String: Set<String>]
    /// The member whose word says which of the others the message has, where there is one.
    let kind: String?

    init<Value: Codable & Sendable>(_ type: Value.Type, kind: String? = nil) {
        self.kind = kind
        written = { try CareJSON.encoder().encode(try CareJSON.decoder().decode(type, from: $0)) }
        keysRead = { data in
            let recorder = KeyRecorder()
            let decoder = CareJSON.decoder()
            decoder.userInfo[try #require(KeyRecorder.userInfoKey)] = recorder
            _ = try decoder.decode(Recorded<Value>.self, from: data)
            return recorder.keys
        }
    }

    /// By the names of the document's schemas.
    static let all: [String: DocumentedMessage] = [
        "Acceptance": .init(Acceptance.self),
        "AccountChange": .init(AccountChange.self),
        "AccountPage": .init(AccountPage.self),
        "AddedMedium": .init(AddedMedium.self), "FileMedia": .init(FileMedia.self),
        "Agenda": .init(Agenda.self),
        "Appointment": .init(Appointment.self), "AppointmentChange": .init(AppointmentChange.self),
        "AppointmentPage": .init(AppointmentPage.self),
        "AppointmentWishes": .init(AppointmentWishes.self),
        "AuditPage": .init(AuditPage.self),
        "Balances": .init(Balances.self),
        "BoardPicture": .init(BoardPicture.self), "BoardSound": .init(BoardSound.self),
        "BoardRevision": .init(BoardRevision.self),
        "BoardStepping": .init(BoardStepping.self),
        "CallCardPage": .init(CallCardPage.self),
        "CallPaths": .init(CallPaths.self),
        "ClaimMove": .init(ClaimMove.self),
        "Charge": .init(Charge.self), "ChargePage": .init(ChargePage.self),
        "ChargeReminder": .init(ChargeReminder.self),
        "ChoreFeed": .init(ChoreFeed.self),
        "ChorePhoto": .init(ChorePhoto.self), "ChorePhotoPage": .init(ChorePhotoPage.self),
        "ChoreReminder": .init(ChoreReminder.self),
        "ChoreShares": .init(ChoreShares.self),
        "ClientPage": .init(ClientPage.self),
        "CostLine": .init(CostLine.self), "CostLinePage": .init(CostLinePage.self),
        "CostWithdrawal": .init(CostWithdrawal.self),
        "DeviceClaim": .init(DeviceClaim.self),
        "DeviceChange": .init(DeviceChange.self),
        "DevicePage": .init(DevicePage.self),
        "Duty": .init(Duty.self),
        "DutyChange": .init(DutyChange.self),
        "DutyMove": .init(DutyMove.self),
        "DutyPage": .init(DutyPage.self),
        "DutyStanding": .init(DutyStanding.self),
        "DutyTimePage": .init(DutyTimePage.self),
        "EntryPage": .init(EntryPage.self),
        "Event": .init(JournalEvent.self, kind: "kind"),
        "ExpenseCorrection": .init(ExpenseCorrection.self), "ExpenseReceipt": .init(ExpenseReceipt.self),
        "ExpenseStory": .init(ExpenseStory.self),
        "Fault": .init(Fault.self),
        "FaultPage": .init(FaultPage.self),
        "FeedLink": .init(FeedLink.self), "FeedsPage": .init(FeedsPage.self),
        "NewFeed": .init(NewFeed.self),
        "FileChange": .init(FileChange.self),
        "FileCheck": .init(FileCheck.self),
        "FileDraft": .init(FileDraft.self),
        "GoalPage": .init(GoalPage.self),
        "GrantAnswer": .init(GrantAnswer.self), "GrantPage": .init(GrantPage.self),
        "NewGrant": .init(NewGrant.self),
        "PointGift": .init(PointGift.self), "PointLine": .init(PointLine.self),
        "PointPage": .init(PointPage.self), "PointStanding": .init(PointStanding.self),
        "PointStandings": .init(PointStandings.self), "PointSwitch": .init(PointSwitch.self),
        "Reward": .init(Reward.self), "RewardChange": .init(RewardChange.self),
        "RewardGrant": .init(RewardGrant.self), "RewardList": .init(RewardList.self),
        "FirstStepChange": .init(FirstStepChange.self),
        "FirstStepState": .init(FirstStepState.self),
        "FirstSteps": .init(FirstSteps.self),
        "Handover": .init(Handover.self),
        "Health": .init(ServiceHealth.self),
        "HistoryKinds": .init(HistoryKinds.self),
        "HistoryPage": .init(HistoryPage.self),
        "HomeBoard": .init(HomeBoard.self),
        "HomeFile": .init(HomeFile.self),
        "ClientContents": .init(ClientContents.self),
        "HomeFilePage": .init(HomeFilePage.self),
        "HomeOptions": .init(HomeOptions.self),
        "HomePhrases": .init(HomePhrases.self),
        "HomeStatus": .init(HomeStatus.self),
        "Invitation": .init(Invitation.self),
        "InvitationPage": .init(InvitationPage.self),
        "InvitationView": .init(InvitationView.self),
        "Leaving": .init(Leaving.self),
        "LogIn": .init(LogIn.self),
        "LoginLink": .init(LoginLink.self),
        "LoginLinkView": .init(LoginLinkView.self),
        "IdentityAdoption": .init(IdentityAdoption.self), "NewIdentity": .init(NewIdentity.self),
        "LoginAnswer": .init(LoginAnswer.self), "LoginOutcome": .init(LoginOutcome.self),
        "LoginProvider": .init(LoginProvider.self),
        "LoginProviderChange": .init(LoginProviderChange.self),
        "LoginProviderPage": .init(LoginProviderPage.self),
        "LoginStart": .init(LoginStart.self), "LoginStartRequest": .init(LoginStartRequest.self),
        "NewPasskey": .init(NewPasskey.self), "OwnLogins": .init(OwnLogins.self),
        "Passkey": .init(Passkey.self), "PasskeyAnswer": .init(PasskeyAnswer.self),
        "PasskeyOffer": .init(PasskeyOffer.self), "PasskeyQuestion": .init(PasskeyQuestion.self),
        "NewSecondStep": .init(NewSecondStep.self), "RecoveryCodes": .init(RecoveryCodes.self),
        "SecondStepAnswer": .init(SecondStepAnswer.self),
        "SecondStepAsked": .init(SecondStepAsked.self), "SecondStepProof": .init(SecondStepProof.self),
        "MovedClaims": .init(MovedClaims.self),
        "Need": .init(Need.self),
        "NeedChange": .init(NeedChange.self),
        "NeedPage": .init(NeedPage.self),
        "NeedProposal": .init(NeedProposal.self),
        "NewBoard": .init(NewBoard.self),
        "NewCallPaths": .init(NewCallPaths.self),
        "NewDuty": .init(NewDuty.self),
        "NewCharge": .init(NewCharge.self), "NewExpense": .init(NewExpense.self),
        "NewInvitation": .init(NewInvitation.self),
        "NewNeedProposal": .init(NewNeedProposal.self),
        "NewPairing": .init(NewPairing.self),
        "NewPayment": .init(NewPayment.self),
        "NewRegistration": .init(NewRegistration.self),
        "NewRequest": .init(NewRequest.self),
        "NewResponse": .init(NewResponse.self),
        "NewRoutine": .init(NewRoutine.self),
        "NotePage": .init(NotePage.self),
        "NewClientWords": .init(NewClientWords.self), "ClientWords": .init(ClientWords.self),
        "WordsPage": .init(WordsPage.self), "WordsReceipt": .init(WordsReceipt.self),
        "OccurrenceEntry": .init(OccurrenceEntry.self),
        "OccurrencePage": .init(OccurrencePage.self),
        "OptionChange": .init(OptionChange.self),
        "KioskSpeaks": .init(KioskSpeaks.self), "KioskUse": .init(KioskUse.self),
        "MachineState": .init(MachineState.self),
        "Mood": .init(Mood.self), "MoodPage": .init(MoodPage.self), "NewMood": .init(NewMood.self),
        "NewAppointment": .init(NewAppointment.self),
        "NewAppointmentLine": .init(NewAppointmentLine.self),
        "SignList": .init(SignList.self), "ExerciseList": .init(ExerciseList.self),
        "BreathingChange": .init(BreathingChange.self),
        "EncouragementChange": .init(EncouragementChange.self),
        "EncouragementStore": .init(EncouragementStores.Store.self),
        "EncouragementStores": .init(EncouragementStores.self),
        "ChannelChange": .init(ChannelChange.self), "ChannelPage": .init(ChannelPage.self),
        "HomeChannel": .init(HomeChannel.self),
        "Contact": .init(Contact.self), "ContactChange": .init(ContactChange.self),
        "ContactPage": .init(ContactPage.self), "ContactProof": .init(ContactProof.self),
        "Coverage": .init(Coverage.self),
        "LeftSubscription": .init(LeftSubscription.self),
        "MessageAnswer": .init(MessageAnswer.self), "MessageAnswered": .init(MessageAnswered.self),
        "MessageStanding": .init(MessageStanding.self),
        "PushKey": .init(PushKey.self),
        "CourseworkChange": .init(CourseworkChange.self),
        "CourseworkLink": .init(CourseworkLink.self),
        "CourseworkPage": .init(CourseworkPage.self),
        "NewCourseworkLink": .init(NewCourseworkLink.self),
        "CalendarChange": .init(CalendarChange.self),
        "CalendarLink": .init(CalendarLink.self),
        "CalendarSearch": .init(CalendarSearch.self),
        "CalendarsPage": .init(CalendarsPage.self),
        "FoundCalendars": .init(FoundCalendars.self),
        "NewCalendarLink": .init(NewCalendarLink.self),
        "ClientEncouragement": .init(ClientEncouragement.self),
        "EncouragementFavourite": .init(EncouragementFavourite.self),
        "EncouragementItem": .init(EncouragementPage.Item.self),
        "EncouragementPage": .init(EncouragementPage.self),
        "EncouragementOfDay": .init(EncouragementOfDay.self),
        "EncouragementWish": .init(EncouragementWish.self),
        "ServedClients": .init(ServedClients.self),
        "PairedDevice": .init(PairedDevice.self),
        "Pairing": .init(Pairing.self),
        "Place": .init(Place.self), "PlacePage": .init(PlacePage.self),
        "PasswordConfirmation": .init(PasswordConfirmation.self),
        "PaymentLinkChange": .init(PaymentLinkChange.self),
        "PeoplePage": .init(PeoplePage.self),
        "Person": .init(Person.self),
        "PersonPicture": .init(PersonPicture.self),
        "PicturePage": .init(PicturePage.self),
        "Problem": .init(CareProblem.self),
        "ProposalDecision": .init(ProposalDecision.self),
        "ProposalPage": .init(ProposalPage.self),
        "Registration": .init(Registration.self),
        "RegistrationAcceptance": .init(RegistrationAcceptance.self),
        "RegistrationPage": .init(RegistrationPage.self),
        "RegistrationSwitch": .init(RegistrationSwitch.self),
        "Reminder": .init(Reminder.self),
        "ReminderReceipt": .init(ReminderReceipt.self),
        "Request": .init(Request.self),
        "RequestNote": .init(RequestNote.self),
        "RequestPage": .init(RequestPage.self),
        "RequestStory": .init(RequestStory.self),
        "Routine": .init(Routine.self),
        "RoutineChange": .init(RoutineChange.self),
        "RoutineOccurrence": .init(RoutineOccurrence.self),
        "RoutinePage": .init(RoutinePage.self),
        "Screen": .init(Screen.self),
        "ScreenTap": .init(ScreenTap.self),
        "Session": .init(Session.self),
        "SessionPage": .init(SessionPage.self),
        "Setup": .init(Setup.self),
        "SpeechSample": .init(SpeechSample.self),
        "SymbolPage": .init(SymbolPage.self),
        "Trial": .init(Trial.self),
    ]

    /// The example that stands there, or is named there and stands once for several places.
    static func example(_ media: [String: Any]) throws -> Any? {
        guard let named = media["examples"] as? [String: [String: String]] else { return media["example"] }
        let components = try #require(try document()["components"] as? [String: Any])
        let shared = try #require(components["examples"] as? [String: [String: Any]])
        let name = try #require(named.values.first?["$ref"]?.split(separator: "/").last)
        return try #require(shared[String(name)]?["value"], "there is no example \(name)")
    }

    /// The OpenAPI document.
    static func document() throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(APIDocument.bytes)) as? [String: Any])
    }
}
