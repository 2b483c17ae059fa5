import { z } from 'zod'
import { formatMessage, type Message, say } from '#contract/i18n.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { knownErrors } from './known-errors.ts'
import type { KnownError } from './known-fulfillment-errors.ts'
import type { AmazonSettings } from './settings.ts'

/**
 * Failures that are retried: throttled (429), faulty (5xx or a redirect), away (no connection), slow (timeout),
 * unreadable (not JSON or cut off).
 */
export const retryableKinds = ['throttled', 'faulty', 'away', 'slow', 'unreadable'] as const

export type RetryableKind = (typeof retryableKinds)[number]

type ErrorDetails = {
  status?: number | null
  requestId?: string | null
  /** An error code of the system, such as ECONNRESET; never text that came from outside. */
  reason?: string
}

/** One failed attempt that may succeed when it is repeated. `retry` catches it; callers see `Unavailable`. */
export class RetryableError extends Error {
  readonly sentence: Message
  readonly kind: RetryableKind
  readonly status: number | null
  readonly requestId: string | null
  /**
   * Whether Amazon may have carried out the request. Throttled and never-sent requests were not carried out; any other
   * failure may have come after the work was done.
   */
  readonly mayHaveHappened: boolean

  constructor(kind: RetryableKind, { status = null, requestId = null, reason }: ErrorDetails = {}) {
    const sentence = describeFailure(kind, reason ?? (status === null ? undefined : String(status)))
    super(formatMessage(sentence))
    this.name = 'RetryableError'
    this.sentence = sentence
    this.kind = kind
    this.status = status
    this.requestId = requestId
    this.mayHaveHappened = kind !== 'throttled' && !neverSentCodes.has(reason ?? '')
  }

  toUnavailable(options: { retryAfterSeconds?: number; mayHaveHappened: boolean }): Unavailable {
    return new Unavailable(this.sentence, options)
  }
}

const neverSentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

function describeFailure(kind: RetryableKind, reason: string | undefined): Message {
  const why = reason ? ` (${reason})` : ''
  switch (kind) {
    case 'throttled':
      return say('Amazon asks Lockstep to wait: too many requests in a short time{why}.', { why })
    case 'faulty':
      return say('Amazon is having technical problems{why}.', { why })
    case 'away':
      return say('Amazon can’t be reached at the moment{why}.', { why })
    case 'slow':
      return say('Amazon didn’t respond in time{why}.', { why })
    case 'unreadable':
      return say('Amazon’s response was incomplete or not valid{why}.', { why })
  }
}

/**
 * Amazon throttles with 429 and fails with 5xx. A redirect is retried too: the API never redirects, so it comes from a
 * gateway.
 */
export const isRetryableStatus = (status: number) => status === 429 || status >= 500 || (status >= 300 && status < 400)

/**
 * Turns what `fetch` threw into a retryable error. It keeps the system's error code only, because the text may contain
 * what was sent.
 */
export function toNetworkError(error: unknown): RetryableError {
  return new RetryableError('away', { reason: systemCode(error) ?? 'no connection' })
}

function systemCode(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z_]+$/.test(at.code)) return at.code
    if (at instanceof AggregateError && at.errors.length > 0) return systemCode(at.errors[0])
  }
  return null
}

/** One error of an SP-API answer. All fields are free text that differs between APIs. */
export type AmazonError = { code: string; message: string; details: string }

const errorText = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' || typeof value === 'number' ? `${value}` : ''))

const OneError = z.object({ code: errorText, message: errorText, details: errorText })
const Errors = z.object({ errors: z.array(OneError) })
const OnlyErrors = Errors.extend({ payload: z.null().optional() })

/**
 * Most APIs answer `{ errors: [...] }`; listings restrictions answer with the bare list, direct fulfillment with a
 * single error.
 */
const AnyErrors = z.union([
  Errors.transform(({ errors }) => errors),
  z.array(OneError),
  OneError.extend({ code: z.string() }).transform((error) => [error]),
])

export type RefusedCall = { operation: string; status: number; errors: AmazonError[] }

/** Only so many errors, and so many characters of each, are shown. */
const mostErrors = 5

const mostCharacters = { code: 100, message: 300, details: 200 }

/** Reads the errors of an answer. Amazon can repeat what was sent, so secrets are replaced. */
export function readErrors(answer: unknown, secrets: readonly string[]): AmazonError[] {
  const parsed = AnyErrors.safeParse(answer)
  if (!parsed.success) return []
  const clean = (error: AmazonError, field: keyof AmazonError) =>
    withoutSecrets(error[field], secrets).slice(0, mostCharacters[field])
  return parsed.data.slice(0, mostErrors).map((error) => ({
    code: clean(error, 'code'),
    message: clean(error, 'message'),
    details: clean(error, 'details'),
  }))
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret !== '').reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}

/** Whether an answer with a 2xx status holds nothing but errors, as some writes answer. */
export function hasOnlyErrors(answer: unknown): boolean {
  const parsed = OnlyErrors.safeParse(answer)
  return parsed.success && parsed.data.errors.length > 0
}

export function findKnownError({ operation, status, errors }: RefusedCall): KnownError | null {
  const text = errors.map(({ code, message, details }) => `${code} ${message} ${details}`).join('\n')
  const fits = (known: KnownError) =>
    (known.operations?.includes(operation) ?? true) &&
    (known.status ?? status) === status &&
    (known.says?.test(text) ?? true)
  return knownErrors.find(fits) ?? null
}

/**
 * Turns a refused call into `Rejected` with the text of the catalogue. A refusal that is not in the catalogue is
 * counted, so that it gets an entry.
 */
export function toRejected({ countUnknown }: Pick<AmazonSettings, 'countUnknown'>, refused: RefusedCall): Rejected {
  const known = findKnownError(refused)
  const rejected = describeRefusal(refused, known)
  const { operation, status } = refused
  if (!known) countUnknown({ operation, status, code: rejected.code ?? '' })
  return rejected
}

/** Uses the catalogue's text, or Amazon's own when the error is unknown. */
function describeRefusal(refused: RefusedCall, known: KnownError | null): Rejected {
  if (known) {
    const { code, whoActs, sentence } = known
    return new Rejected(sentence, { code, whoActs })
  }
  const { status, errors } = refused
  const [first] = errors
  const words = errors.map(({ message, details }) => [message, details].filter(Boolean).join(' ')).join(' ')
  return new Rejected(
    say('Amazon refused this ({code}): {reason}', {
      code: first?.code ? `${status} ${first.code}` : String(status),
      reason: words || say('no reason given'),
    }),
    { code: first?.code || String(status) },
  )
}

/** Whether the error is a refusal with this code of the catalogue. */
export const isRejectedAs = (error: unknown, code: string) => error instanceof Rejected && error.code === code

/** Whether a page token has expired at Amazon. */
export const isStalePageError = (error: unknown) => isRejectedAs(error, 'stale_page')
