/** Who the sign-in provider says somebody is. */
export type Identity = {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
  pictureUrl: string | null
}

/** Kept by the browser between leaving for the provider and coming back. */
export type SignInChecks = { state: string; nonce: string; codeVerifier: string }

export type IdentityProvider = {
  /** Where to send the browser, and what to hold its answer against. */
  beginSignIn(): Promise<{ url: string; checks: SignInChecks }>
  /** Throws `Rejected` when the answer doesn't hold, `Unavailable` when the provider can't be reached. */
  completeSignIn(answer: URL, checks: SignInChecks): Promise<{ identity: Identity; idToken: string }>
  /** Where to send the browser so that it is signed out there too; null when the provider has no such page. */
  signOutUrl(idToken: string | null): Promise<string | null>
}
