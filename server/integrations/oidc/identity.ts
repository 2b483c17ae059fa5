import * as client from 'openid-client'
import { say } from '#contract/i18n.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import {
  type Identity,
  type IdentityProvider,
  IdentityRejected,
  type SignInChecks,
  signInRejections,
} from '#server/ports/identity.ts'
import { createLogoutTokenReader } from './logout-token.ts'

export type OidcSettings = {
  issuerUrl: string
  clientId: string
  clientSecret: string
  /** Redirect URLs after signing in and after signing out. */
  redirectUrl: string
  signedOutUrl: string
  /** Authentication context class references, one of which every sign-in must have; none is required when empty. */
  requiredAcr: readonly string[]
  /** Milliseconds, for the back-off. */
  now?: () => number
}

const timeoutSeconds = 10

export function createOidcIdentity(settings: OidcSettings): IdentityProvider {
  const discovery = cacheSuccess(() => discover(settings), settings.now)
  return {
    async beginSignIn({ maxAgeSeconds } = {}) {
      const checks: SignInChecks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        maxAgeSeconds,
      }
      const url = client.buildAuthorizationUrl(await discovery(), {
        redirect_uri: settings.redirectUrl,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
        state: checks.state,
        nonce: checks.nonce,
        ...assuranceParameters(maxAgeSeconds, settings.requiredAcr),
      })
      return { url: url.href, checks }
    },
    async completeSignIn(answer, checks) {
      const configuration = await discovery()
      const tokens = await client
        .authorizationCodeGrant(configuration, answer, {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.codeVerifier,
          idTokenExpected: true,
          ...(checks.maxAgeSeconds === undefined ? {} : { maxAge: checks.maxAgeSeconds }),
        })
        .catch(throwFailure)
      const claims = tokens.claims()
      if (!claims || !tokens.id_token) throw new Rejected(say('The sign-in provider sent no identity'))
      assertAcr(claims, settings.requiredAcr)
      // Some providers return the e-mail only from the userinfo endpoint.
      const more = claims['email']
        ? {}
        : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(throwFailure)
      const { iss, sub } = claims
      const identity = toIdentity({ ...claims, ...more, iss, sub })
      return { identity, idToken: tokens.id_token, ...toProviderSession(claims) }
    },
    async signOutUrl(idToken) {
      const configuration = await discovery()
      if (!configuration.serverMetadata().end_session_endpoint) return null
      return client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: settings.signedOutUrl,
        ...(idToken ? { id_token_hint: idToken } : {}),
      }).href
    },
    readLogoutToken: createLogoutTokenReader({
      clientId: settings.clientId,
      timeoutSeconds,
      discover: async () => (await discovery()).serverMetadata(),
    }),
  }
}

async function discover(settings: OidcSettings): Promise<client.Configuration> {
  const issuer = new URL(settings.issuerUrl)
  const insecure = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []
  // By default openid-client trusts the TLS connection and does not check the signature of an ID token.
  const execute = [...insecure, client.enableNonRepudiationChecks]
  return client
    .discovery(issuer, settings.clientId, settings.clientSecret, undefined, { execute, timeout: timeoutSeconds })
    .catch((cause: unknown) => {
      throw new Unavailable(say('The sign-in provider does not answer'), { cause })
    })
}

/** How recently and how strongly the provider has to authenticate the person. */
function assuranceParameters(maxAgeSeconds: number | undefined, requiredAcr: readonly string[]) {
  return {
    ...(maxAgeSeconds === undefined ? {} : { max_age: String(maxAgeSeconds) }),
    // Some providers ignore a maximum age of 0.
    ...(maxAgeSeconds === 0 ? { prompt: 'login' } : {}),
    ...(requiredAcr.length > 0 ? { acr_values: requiredAcr.join(' ') } : {}),
  }
}

/** Providers may ignore `acr_values`, so the answer is checked. */
function assertAcr(claims: client.IDToken, required: readonly string[]): void {
  const { acr } = claims
  if (required.length === 0 || (typeof acr === 'string' && required.includes(acr))) return
  throw new IdentityRejected(
    toIdentity(claims),
    say('The sign-in provider gave acr {acr}; OIDC_REQUIRED_ACR is {required}', {
      acr: acr === undefined ? say('not at all') : JSON.stringify(acr),
      required: required.join(', '),
    }),
    { code: signInRejections.secondFactorMissing },
  )
}

function throwFailure(cause: unknown): never {
  if (isUnreachable(cause)) throw new Unavailable(say('The sign-in provider does not answer'), { cause })
  if (isStale(cause)) {
    const reason = say(
      'The sign-in provider did not ask for credentials again, or does not say when it did (auth_time)',
    )
    throw new Rejected(reason, { cause, code: signInRejections.notReauthenticated })
  }
  const saysWhy = cause instanceof client.ResponseBodyError || cause instanceof client.AuthorizationResponseError
  const sentence = saysWhy
    ? say('The sign-in provider’s answer does not hold ({error})', { error: cause.error })
    : say('The sign-in provider’s answer does not hold')
  throw new Rejected(sentence, { cause })
}

function isUnreachable(cause: unknown): boolean {
  if (cause instanceof TypeError) return true
  if (!(cause instanceof client.ClientError)) return false
  return cause.code === 'OAUTH_TIMEOUT' || (cause.cause instanceof Response && cause.cause.status >= 500)
}

/** Whether `auth_time` is missing or too long ago. openid-client names the claim in the cause of its error. */
function isStale(cause: unknown): boolean {
  const failure = cause instanceof client.ClientError ? cause.cause : null
  if (!(failure instanceof Error)) return false
  const { claim } = (failure.cause ?? {}) as { claim?: unknown }
  return claim === 'auth_time' || failure.message.includes('"auth_time"')
}

function toIdentity(claims: Record<string, unknown> & { iss?: unknown; sub?: unknown }): Identity {
  const text = (name: string) => (typeof claims[name] === 'string' && claims[name] ? claims[name] : null)
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email: text('email'),
    isEmailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    firstName: text('given_name'),
    lastName: text('family_name'),
    pictureUrl: text('picture'),
  }
}

function toProviderSession({ auth_time: authTime, sid }: client.IDToken) {
  return {
    authenticatedAt: authTime === undefined ? null : new Date(authTime * 1000),
    providerSessionId: typeof sid === 'string' && sid ? sid : null,
  }
}

const maxBackOffMs = 5_000

/**
 * Caches the promise of a successful load. A failed one is repeated by a later caller: at once after the first failure, then with
 * a back-off, so that visitors can't make us call a provider that is down as often as they like.
 */
function cacheSuccess<T>(load: () => Promise<T>, now: () => number = Date.now): () => Promise<T> {
  let cached: Promise<T> | undefined
  let failures = 0
  /** Infinity while a load is under way or has succeeded. */
  let retryAt = Infinity
  const start = () => {
    retryAt = Infinity
    cached = load().catch((error: unknown) => {
      retryAt = now() + Math.min(maxBackOffMs, failures * 1_000)
      failures += 1
      throw error
    })
    return cached
  }
  return () => (cached === undefined || now() >= retryAt ? start() : cached)
}
