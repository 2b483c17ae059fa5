import { createHash } from 'node:crypto'
import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { Rejected, Unauthorized } from '#server/ports/failure.ts'
import type { Authorization, MarketplaceAccount } from '#server/ports/marketplace.ts'
import { CallLog } from './call-log.ts'
import { readErrors, RetryableError, toRejected } from './errors.ts'
import { buildUrl, type HttpResponse, parseJson, send } from './http.ts'
import { lwaOperation, reauthorizeMessage } from './known-errors.ts'
import { retry } from './retry.ts'
import type { AmazonSettings } from './settings.ts'
import { limitTime, waitFor } from './timing.ts'

type TokenHolder = Pick<MarketplaceAccount, 'id' | 'refreshToken' | 'accessToken'>

export type TokenOptions = {
  deadline: number
  signal?: AbortSignal | undefined
  /** A token that Amazon has just rejected. It is not returned again, even if it has not expired. */
  refused?: string | undefined
}

/** Milliseconds before expiry at which a token is renewed. */
const renewBefore = 60_000

/** Milliseconds. A refresh serves every caller that waits for it, so it has a timeout of its own. */
const refreshTimeout = 30_000

/** Milliseconds. The seller waits on an empty page meanwhile. */
const codeTimeout = 10_000

type Token = Pick<GrantedTokens, 'accessToken' | 'expiresAt'>

/** `grant` is what the token was issued for: a refresh token or a scope. */
type CachedToken = Token & { grant: string }

type TokenSource = { holder: string; grant: string; request(deadline: number): Promise<GrantedTokens> }

/**
 * Login with Amazon (OAuth 2.0): caches one access token per account, and one per scope of the application for
 * grantless operations. Concurrent callers share one refresh.
 */
export class Lwa {
  readonly #settings: AmazonSettings
  readonly #tokens = new Map<string, CachedToken>()
  readonly #refreshes = new Map<string, Promise<string>>()

  constructor(settings: AmazonSettings) {
    this.#settings = settings
  }

  async authorize(code: string): Promise<Authorization> {
    const { redirectUrl, timing } = this.#settings
    const granted = await requestToken(this.#settings, {
      accountId: null,
      form: { grant_type: 'authorization_code', code, redirect_uri: redirectUrl },
      secret: code,
      deadline: timing.now() + codeTimeout,
    })
    return toAuthorization(granted)
  }

  accountToken({ id, refreshToken, accessToken }: TokenHolder, options: TokenOptions): Promise<string> {
    if (accessToken && this.#tokens.get(id)?.grant !== refreshToken) {
      const expiresAt = accessToken.expiresAt.getTime()
      this.#tokens.set(id, { grant: refreshToken, accessToken: accessToken.value, expiresAt })
    }
    return this.#getToken(options, {
      holder: id,
      grant: refreshToken,
      request: (deadline) =>
        requestToken(this.#settings, {
          accountId: id,
          form: { grant_type: 'refresh_token', refresh_token: refreshToken },
          secret: refreshToken,
          deadline,
        }),
    })
  }

  applicationToken(scope: string, options: TokenOptions): Promise<string> {
    return this.#getToken(options, {
      holder: scope,
      grant: scope,
      request: (deadline) =>
        requestToken(this.#settings, {
          accountId: null,
          form: { grant_type: 'client_credentials', scope },
          secret: '',
          deadline,
        }),
    })
  }

  /** A cached token of another grant belongs to an earlier authorization and is not used. */
  async #getToken({ deadline, signal, refused }: TokenOptions, source: TokenSource): Promise<string> {
    const { timing } = this.#settings
    const cached = this.#tokens.get(source.holder)
    const isGood = ({ accessToken, expiresAt }: Token) =>
      accessToken !== refused && expiresAt - renewBefore > timing.now()
    if (cached?.grant === source.grant && isGood(cached)) return cached.accessToken
    const limit = limitTime(timing, deadline - timing.now(), signal)
    try {
      return await waitFor(this.#refresh(source, isGood), limit.signal)
    } catch (error) {
      if (limit.isOver()) throw new RetryableError('slow').toUnavailable({ mayHaveHappened: false })
      throw error
    } finally {
      limit.end()
    }
  }

  #refresh({ holder, grant, request }: TokenSource, isGood: (token: Token) => boolean): Promise<string> {
    const key = `${holder} ${grant}`
    const pending = this.#refreshes.get(key)
    if (pending) return pending
    const refresh = getSharedToken(this.#settings, {
      holder,
      grant,
      isGood,
      request: () => request(this.#settings.timing.now() + refreshTimeout),
    })
      .then(({ accessToken, expiresAt }) => {
        this.#tokens.set(holder, { grant, accessToken, expiresAt })
        return accessToken
      })
      .finally(() => this.#refreshes.delete(key))
    this.#refreshes.set(key, refresh)
    return refresh
  }
}

function toAuthorization({ accessToken, refreshToken, expiresAt }: GrantedTokens): Authorization {
  if (refreshToken === undefined) {
    throw new RetryableError('unreadable', { reason: 'no refresh token in it' }).toUnavailable({
      mayHaveHappened: true,
    })
  }
  return { accessToken, refreshToken, expiresAt: new Date(expiresAt) }
}

type SharedTokenSource = {
  holder: string
  grant: string
  isGood(token: Token): boolean
  request(): Promise<Token>
}

/** Milliseconds for which one process claims the refresh. If it has no token by then, the others request their own. */
const claimTime = 3_000

const pollInterval = 100
const SharedToken = z.object({ accessToken: z.string(), expiresAt: z.number() })

/** Takes a token that another process has stored in the shared cache, or requests one and stores it there. */
async function getSharedToken(settings: AmazonSettings, source: SharedTokenSource): Promise<Token> {
  const { sharedCache, timing } = settings
  if (!sharedCache) return source.request()
  const key = cacheKey(settings, source)
  for (const began = timing.now(); timing.now() - began < claimTime; await timing.sleep(pollInterval)) {
    const token = parseSharedToken(await sharedCache.get(key))
    if (token && source.isGood(token)) return token
    if (await sharedCache.claim(key, claimTime)) break
  }
  const { accessToken, expiresAt } = await source.request()
  await sharedCache.set(key, JSON.stringify({ accessToken, expiresAt }), expiresAt - timing.now())
  return { accessToken, expiresAt }
}

function parseSharedToken(text: string | null): Token | null {
  return text === null ? null : (SharedToken.safeParse(JSON.parse(text)).data ?? null)
}

/** The key contains a hash of the grant: a new authorization of the same account gets a token of its own. */
const cacheKey = ({ clientId }: AmazonSettings, { holder, grant }: SharedTokenSource) =>
  ['amazon', clientId, holder, createHash('sha256').update(grant).digest('base64url')].join(' ')

/** Milliseconds for one attempt. */
const attemptTimeout = 10_000

/** Login with Amazon publishes no rate limit; this value only sets the back-off between attempts. Calls a second. */
const assumedRate = 1

type TokenRequest = {
  accountId: string | null
  form: { grant_type: 'authorization_code' | 'refresh_token' | 'client_credentials' } & Record<string, string>
  /** Is removed from error texts. */
  secret: string
  deadline: number
}

/** Printable ASCII: the token is sent in a header. */
const headerToken = z.string().regex(/^[\x21-\x7e]{1,4096}$/)

const TokenAnswer = z.object({
  access_token: headerToken,
  refresh_token: headerToken.optional(),
  expires_in: z.number().positive(),
})

const OAuthError = z.object({ error: z.string(), error_description: z.string().catch('') })
type GrantedTokens = { accessToken: string; refreshToken: string | undefined; expiresAt: number }

/**
 * Requests tokens from Login with Amazon. An authorization code may be sent twice: if the first answer was lost, the
 * second is refused, and the seller has to connect again either way.
 */
function requestToken(settings: AmazonSettings, request: TokenRequest): Promise<GrantedTokens> {
  const { timing, chance } = settings
  const log = new CallLog({ operation: lwaOperation, accountId: request.accountId }, settings)
  return retry({
    timing,
    chance,
    deadline: request.deadline,
    rate: () => assumedRate,
    isRepeatable: true,
    isRead: true,
    onError: (error, attempt, pause) => log.logRetryableError(error, attempt, pause),
    async runOnce(attempt) {
      log.markSent()
      const response = await send(settings, buildTokenRequest(settings, request), {
        limit: Math.min(attemptTimeout, request.deadline - timing.now()),
      })
      if (response.status >= 400) {
        const refusal = toTokenFailure(settings, request, response)
        log.logRefusal(response, attempt, refusal instanceof Rejected ? (refusal.code ?? '') : 'invalid_grant')
        throw refusal
      }
      log.logAnswer(response, attempt)
      return parseGranted(response, log.sentAt)
    },
  })
}

function buildTokenRequest(
  { lwaUrl = 'https://api.amazon.com', clientId, clientSecret }: AmazonSettings,
  { form }: TokenRequest,
) {
  return {
    method: 'POST',
    url: buildUrl(lwaUrl, { path: '/auth/o2/token' }),
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret }),
  }
}

function parseGranted(response: HttpResponse, sentAt: number): GrantedTokens {
  const granted = TokenAnswer.safeParse(parseJson(response))
  if (!granted.success) throw new RetryableError('unreadable', { status: response.status, reason: 'no token in it' })
  const { access_token, refresh_token, expires_in } = granted.data
  return { accessToken: access_token, refreshToken: refresh_token, expiresAt: sentAt + expires_in * 1000 }
}

function toTokenFailure(settings: AmazonSettings, { form, secret }: TokenRequest, response: HttpResponse): Error {
  const parsed = OAuthError.safeParse(parseJson(response))
  if (!parsed.success) throw new RetryableError('unreadable', { status: response.status })
  const { error, error_description: description } = parsed.data
  if (error === 'invalid_grant') return new Unauthorized(invalidGrantMessage(form.grant_type))
  const answer = { errors: [{ code: error, message: description }] }
  const errors = readErrors(answer, [secret, settings.clientSecret])
  return toRejected(settings, { operation: lwaOperation, status: response.status, errors })
}

const invalidGrantMessage = (grant: TokenRequest['form']['grant_type']) =>
  grant === 'authorization_code'
    ? say('Amazon no longer accepts this consent code: it was already used, or is older than 5 minutes. Connect again.')
    : reauthorizeMessage
