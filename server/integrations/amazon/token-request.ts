import { z } from 'zod'
import { Rejected, Unauthorized } from '#server/ports/failure.ts'
import { retry } from './back-off.ts'
import { CallLog } from './journal.ts'
import { lwaOperation, reauthorizeMessage } from './known-errors.ts'
import { toRejected, readErrors } from './refusal.ts'
import { parseJson, send, type HttpResponse } from './send.ts'
import type { AmazonSettings } from './settings.ts'
import { RetryableError } from './trouble.ts'
import { buildUrl } from './url.ts'

const attemptTimeout = 10_000
/** Login with Amazon publishes no rate; this only sets the pauses between tries. */
const assumedRate = 1

export type TokenRequest = {
  accountId: string | null
  form: { grant_type: 'authorization_code' | 'refresh_token' | 'client_credentials' } & Record<string, string>
  /** What must not show up in an error. */
  secret: string
  deadline: number
}

/** What a header may carry. */
const headerToken = z.string().regex(/^[\x21-\x7e]{1,4096}$/)
const GrantedTokens = z.object({
  access_token: headerToken,
  refresh_token: headerToken.optional(),
  expires_in: z.number().positive(),
})
const OAuthError = z.object({ error: z.string(), error_description: z.string().catch('') })

export type GrantedTokens = { accessToken: string; refreshToken: string | undefined; expiresAt: number }

/**
 * Asks Login with Amazon for tokens. A code too may be asked for twice: if the first answer was lost, the second is a
 * refusal, and the seller begins again either way.
 */
export function requestToken(settings: AmazonSettings, request: TokenRequest): Promise<GrantedTokens> {
  const { timing, chance } = settings
  const journal = new CallLog({ operation: lwaOperation, accountId: request.accountId }, settings)
  return retry({
    timing,
    chance,
    deadline: request.deadline,
    rate: () => assumedRate,
    isRepeatable: true,
    isRead: true,
    onError: (trouble, attempt, pause) => journal.logRetryableError(trouble, attempt, pause),
    async runOnce(attempt) {
      journal.markSent()
      const heard = await send(settings, buildTokenRequest(settings, request), {
        limit: Math.min(attemptTimeout, request.deadline - timing.now()),
      })
      if (heard.status >= 400) {
        const refusal = toTokenFailure(settings, request, heard)
        journal.logRefusal(heard, attempt, refusal instanceof Rejected ? (refusal.code ?? '') : 'invalid_grant')
        throw refusal
      }
      journal.logAnswer(heard, attempt)
      return parseGranted(heard, journal.sentAt)
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

function parseGranted(heard: HttpResponse, sentAt: number): GrantedTokens {
  const granted = GrantedTokens.safeParse(parseJson(heard))
  if (!granted.success) throw new RetryableError('unreadable', { status: heard.status, reason: 'no token in it' })
  const { access_token, refresh_token, expires_in } = granted.data
  return { accessToken: access_token, refreshToken: refresh_token, expiresAt: sentAt + expires_in * 1000 }
}

function toTokenFailure(settings: AmazonSettings, { form, secret }: TokenRequest, heard: HttpResponse): Error {
  const parsed = OAuthError.safeParse(parseJson(heard))
  if (!parsed.success) throw new RetryableError('unreadable', { status: heard.status })
  const { error, error_description: description } = parsed.data
  if (error === 'invalid_grant') return new Unauthorized(invalidGrantMessage(form.grant_type))
  const said = { errors: [{ code: error, message: description }] }
  const errors = readErrors(said, [secret, settings.clientSecret])
  return toRejected(settings, { operation: lwaOperation, status: heard.status, errors })
}

const invalidGrantMessage = (grant: TokenRequest['form']['grant_type']) =>
  grant === 'authorization_code'
    ? 'Amazon no longer takes the code of this consent: it was used already, or is older than 5 minutes. Connect again.'
    : reauthorizeMessage
