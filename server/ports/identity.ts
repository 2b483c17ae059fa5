import type { Sentence } from '#contract/i18n.ts'
import { Rejected, type RejectionDetails } from './failure.ts'

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

/** Stored in a cookie during the sign-in: OAuth state, OIDC nonce, PKCE verifier and how fresh the sign-in must be. */
export type SignInChecks = { state: string; nonce: string; codeVerifier: string; maxAgeSeconds?: number | undefined }

/** Codes of `Rejected`, by which the sign-in page tells the causes apart. */
export const signInRejections = {
  /** The provider did not authenticate the person as OIDC_REQUIRED_ACR asks. */
  secondFactorMissing: 'second_factor_missing',
  /** The provider did not ask for credentials again, or does not say when it did. */
  notReauthenticated: 'not_reauthenticated',
} as const

/** A verified identity that must not sign in. */
export class IdentityRejected extends Rejected {
  readonly identity: Identity

  constructor(identity: Identity, sentence: Sentence, details: RejectionDetails) {
    super(sentence, details)
    this.identity = identity
  }
}

export type CompletedSignIn = {
  identity: Identity
  idToken: string
  /** When the person last proved who they are at the provider (`auth_time`); null when the provider does not say. */
  authenticatedAt: Date | null
  /** The provider's session (`sid`), by which a back-channel logout names it; null when it has none. */
  providerSessionId: string | null
}

/** A verified logout token: the provider ended the sessions of a person, or one of them. */
export type ProviderLogout = {
  /** In whole seconds. Sessions that began later are not meant, also when the token is sent again. */
  issuedAt: Date
  issuer: string
  subject: string | null
  providerSessionId: string | null
}

export type IdentityProvider = {
  /**
   * The URL to redirect the browser to, and the checks for its return. With `maxAgeSeconds` the provider asks for
   * credentials again unless the person gave them that recently.
   */
  beginSignIn(options?: { maxAgeSeconds?: number }): Promise<{ url: string; checks: SignInChecks }>
  /** Throws `Rejected` when the response is invalid (`IdentityRejected` if it says whom it is about), `Unavailable` when the provider cannot be reached. */
  completeSignIn(answer: URL, checks: SignInChecks): Promise<CompletedSignIn>
  /** The provider's logout URL; null when it has none. */
  signOutUrl(idToken: string | null): Promise<string | null>
  /** Verifies a back-channel logout token; throws `Rejected` when it is not valid, `Unavailable` as above. */
  readLogoutToken(token: string): Promise<ProviderLogout>
}
