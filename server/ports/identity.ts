/** A person's claims from the sign-in provider (OpenID Connect). */
export type Identity = {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
  pictureUrl: string | null
}

/** Stored in a cookie during the sign-in: OAuth state, OIDC nonce and PKCE verifier. */
export type SignInChecks = { state: string; nonce: string; codeVerifier: string }

export type IdentityProvider = {
  /** The URL to redirect the browser to, and the checks for its return. */
  beginSignIn(): Promise<{ url: string; checks: SignInChecks }>
  /** Throws `Rejected` when the response is invalid, `Unavailable` when the provider cannot be reached. */
  completeSignIn(answer: URL, checks: SignInChecks): Promise<{ identity: Identity; idToken: string }>
  /** The provider's logout URL; null when it has none. */
  signOutUrl(idToken: string | null): Promise<string | null>
}
