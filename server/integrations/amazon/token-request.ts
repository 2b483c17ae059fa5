import { z } from 'zod'
import { Rejected, Unauthorized } from '#server/ports/failure.ts'
import { persist } from './back-off.ts'
import { Journal } from './journal.ts'
import { lwaOperation, notLetIn } from './known-errors.ts'
import { explainRefusal, readErrors } from './refusal.ts'
import { parseJson, send, type Heard } from './send.ts'
import type { AmazonSettings } from './settings.ts'
import { Trouble } from './trouble.ts'
import { urlOf } from './url.ts'

const tryLimit = 10_000
/** Login with Amazon publishes no rate; this only sets the pauses between tries. */
const rate = 1

export type TokenRequest = {
  accountId: string | null
  form: { grant_type: 'authorization_code' | 'refresh_token' | 'client_credentials' } & Record<string, string>
  /** What must not show up in an error. */
  secret: string
  deadline: number
}

/** What a header may carry. */
const token = z.string().regex(/^[\x21-\x7e]{1,4096}$/)
const Granted = z.object({ access_token: token, refresh_token: token.optional(), expires_in: z.number().positive() })
const OAuthError = z.object({ error: z.string(), error_description: z.string().catch('') })

export type Granted = { accessToken: string; refreshToken: string | undefined; expiresAt: number }

/**
 * Asks Login with Amazon for tokens. A code too may be asked for twice: if the first answer was lost, the second is a
 * refusal, and the seller begins again either way.
 */
export function requestToken(settings: AmazonSettings, request: TokenRequest): Promise<Granted> {
  const { timing, chance } = settings
  const journal = new Journal({ operation: lwaOperation, accountId: request.accountId }, settings)
  return persist({
    timing,
    chance,
    deadline: request.deadline,
    rate: () => rate,
    isRepeatable: true,
    isRead: true,
    onTrouble: (trouble, attempt, pause) => journal.troubled(trouble, attempt, pause),
    async tryOnce(attempt) {
      journal.noteSending()
      const heard = await send(settings, toSent(settings, request), {
        limit: Math.min(tryLimit, request.deadline - timing.now()),
      })
      if (heard.status >= 400) {
        const refusal = refuse(settings, request, heard)
        journal.refused(heard, attempt, refusal instanceof Rejected ? (refusal.code ?? '') : 'invalid_grant')
        throw refusal
      }
      journal.answered(heard, attempt)
      return readGranted(heard, journal.sentAt)
    },
  })
}

function toSent({ lwaUrl = 'https://api.amazon.com', clientId, clientSecret }: AmazonSettings, { form }: TokenRequest) {
  return {
    method: 'POST',
    url: urlOf(lwaUrl, { path: '/auth/o2/token' }),
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret }),
  }
}

function readGranted(heard: Heard, sentAt: number): Granted {
  const granted = Granted.safeParse(parseJson(heard))
  if (!granted.success) throw new Trouble('unreadable', { status: heard.status, reason: 'no token in it' })
  const { access_token, refresh_token, expires_in } = granted.data
  return { accessToken: access_token, refreshToken: refresh_token, expiresAt: sentAt + expires_in * 1000 }
}

function refuse(settings: AmazonSettings, { form, secret }: TokenRequest, heard: Heard): Error {
  const parsed = OAuthError.safeParse(parseJson(heard))
  if (!parsed.success) throw new Trouble('unreadable', { status: heard.status })
  const { error, error_description: description } = parsed.data
  if (error === 'invalid_grant') return new Unauthorized(grantRefused(form.grant_type))
  const said = { errors: [{ code: error, message: description }] }
  const errors = readErrors(said, [secret, settings.clientSecret])
  return explainRefusal(settings, { operation: lwaOperation, status: heard.status, errors })
}

const grantRefused = (grant: TokenRequest['form']['grant_type']) =>
  grant === 'authorization_code'
    ? 'Amazon no longer takes the code of this consent: it was used already, or is older than 5 minutes. Connect again.'
    : notLetIn
