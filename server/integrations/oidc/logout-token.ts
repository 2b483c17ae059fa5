import {
  createRemoteJWKSet,
  errors,
  type JWTHeaderParameters,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
} from 'jose'
import type { ServerMetadata } from 'openid-client'
import { type Message, say } from '#contract/i18n.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { ProviderLogout } from '#server/ports/identity.ts'

/** An older token may be a replay. Providers send the token when the session ends, and repeat it for seconds at most. */
const maxAgeSeconds = 120

/** The provider's clock may differ from ours. */
const clockToleranceSeconds = 30

/** Signatures that only the provider can make: not `none`, and no HMAC, whose key is the client secret. */
const asymmetricAlgorithms = ['RS', 'PS', 'ES'].flatMap((family) => ['256', '384', '512'].map((bits) => family + bits))
const allowedAlgorithms = [...asymmetricAlgorithms, 'EdDSA', 'Ed25519']

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

type LogoutTokenSettings = { clientId: string; timeoutSeconds: number; discover(): Promise<ServerMetadata> }

/**
 * Verifies logout tokens by OpenID Connect Back-Channel Logout 1.0, section 2.6. Whether a token was used before is for
 * the caller to check, by its id.
 */
export function createLogoutTokenReader({ clientId, timeoutSeconds, discover }: LogoutTokenSettings) {
  let keys: JWTVerifyGetKey | undefined
  return async (token: string): Promise<ProviderLogout> => {
    const provider = await discover()
    keys ??= createKeySet(provider, timeoutSeconds)
    const { id_token_signing_alg_values_supported: supported = ['RS256'] } = provider
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: provider.issuer,
      audience: clientId,
      algorithms: allowedAlgorithms.filter((algorithm) => supported.includes(algorithm)),
      maxTokenAge: maxAgeSeconds,
      clockTolerance: clockToleranceSeconds,
    }).catch((cause: unknown) => {
      if (!(cause instanceof errors.JOSEError)) throw cause
      throw new Rejected(say('The logout token is not valid: {problem}', { problem: cause.message }), { cause })
    })
    const problem = findProblem(payload, protectedHeader)
    if (problem) throw new Rejected(say('The logout token is not valid: {problem}', { problem }))
    return toLogout(payload)
  }
}

/** The provider's public keys: cached for ten minutes, and fetched again for an unknown key at most every 30 seconds. */
function createKeySet(provider: ServerMetadata, timeoutSeconds: number): JWTVerifyGetKey {
  const { issuer, jwks_uri: address } = provider
  if (!address) throw new Rejected(say('The sign-in provider publishes no keys (jwks_uri)'))
  // Keys read over plain http could be exchanged on the way.
  if (issuer.startsWith('https:') && !address.startsWith('https:')) {
    throw new Rejected(say('The sign-in provider publishes its keys without https (jwks_uri)'))
  }
  const keys = createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutSeconds * 1000 })
  return (header, token) =>
    keys(header, token).catch((cause: unknown) => {
      if (isFaultOfToken(cause)) throw cause
      throw new Unavailable(say('The keys of the sign-in provider can’t be read'), { cause })
    })
}

/** Whether the token names no key of the provider, rather than the keys being out of reach. */
const isFaultOfToken = (cause: unknown) =>
  cause instanceof errors.JWKSNoMatchingKey ||
  cause instanceof errors.JWKSMultipleMatchingKeys ||
  cause instanceof errors.JOSENotSupported

/** The first rule for logout tokens that this one breaks; jose has checked signature, issuer, audience and times. */
function findProblem(claims: JWTPayload, { typ }: JWTHeaderParameters): Message | null {
  if (!isLogoutType(typ)) return say('its type is {type}', { type: String(typ) })
  if (Array.isArray(claims.aud) && claims.aud.length > 1) return say('it is for other applications too (aud)')
  // An ID token has a nonce: it must not pass as a logout token.
  if ('nonce' in claims) return say('it has a nonce')
  if (!isObject(claims['events']) || !isObject(claims['events'][logoutEvent])) return say('it is of no logout (events)')
  if (!isText(claims.jti)) return say('it has no id (jti)')
  const { sub, sid } = claims
  if ([sub, sid].some((name) => name !== undefined && !isText(name))) return say('sub or sid is no text')
  if (sub === undefined && sid === undefined) return say('it names neither a person nor a session (sub, sid)')
  return null
}

/** The type keeps other tokens of the provider from passing as a logout token. Keycloak's have it since 2024. */
const isLogoutType = (typ: string | undefined) => typ?.toLowerCase().replace(/^application\//, '') === 'logout+jwt'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function toLogout({ iss, sub, sid, iat = 0 }: JWTPayload): ProviderLogout {
  return {
    issuedAt: new Date(iat * 1000),
    issuer: String(iss),
    subject: sub ?? null,
    providerSessionId: isText(sid) ? sid : null,
  }
}
