import Care
import FoundationEssentials

/// One's own accounts elsewhere: linking one, ending that, and taking over how one is called or looks there.
enum OwnIdentities {
    static let routes: [PageRoute] = [
        PageRoute(.post, "/account/ways/identities", for: .everybody, work: .outside) { call, viewer in
            guard let provider = call.form["provider"].flatMap({ UUID(uuidString: $0) }) else {
                throw CareProblem(.notFound, "this page does not exist")
            }
            do throws(CareProblem) {
                let start: LoginStart = try await call.api.send(
                    "POST", "account/identities", NewIdentity(provider: provider))
                return try await ProviderPages.goOn(call, to: start, of: provider)
            } catch { return try await WaysPage.refused(error, call, viewer) }
        },
        PageRoute(.post, "/account/ways/identities/{}/removal", for: .everybody) { call, viewer in
            try await WaysPage.end(
                call, viewer, "account/identities/" + PageText.escaped(call.parts[0]), .unlinked,
                orElse: .removedAlready)
        },
        PageRoute(
            .post, "/account/ways/identities/{}/adoption", for: .everybody, work: .outside
        ) { call, viewer in
            let isName = call.form["take"] == "name"
            return try await WaysPage.act(call, viewer, isName ? .named : .pictured) {
                try await call.api.send(
                    "POST", "account/identities/\(PageText.escaped(call.parts[0]))/adoptions",
                    IdentityAdoption(name: isName, picture: !isName))
            }
        },
    ]
}
