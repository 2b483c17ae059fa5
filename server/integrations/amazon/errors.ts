import { z } from 'zod'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { knownErrors } from './known-errors.ts'
import type { KnownError } from './known-fulfillment-errors.ts'
import type { AmazonSettings } from './settings.ts'

/** What passes by itself: Amazon asks for patience, has a fault, can't be reached, is too slow, or can't be read. */
export const retryableKinds = ['throttled', 'faulty', 'away', 'slow', 'unreadable'] as const

export type RetryableKind = (typeof retryableKinds)[number]

type ErrorDetails = {
  status?: number | null
  requestId?: string | null
  /** A system's word for it, such as ECONNRESET; never text that came from outside. */
  reason?: string
}

/** One try that failed in a way that another may not. */
export class RetryableError extends Error {
  readonly kind: RetryableKind
  readonly status: number | null
  readonly requestId: string | null
  /** Whether Amazon may have done what was asked: it turns away before it acts, and acts before it fails to answer. */
  readonly mayHaveHappened: boolean

  constructor(kind: RetryableKind, { status = null, requestId = null, reason }: ErrorDetails = {}) {
    super(sentence(kind, reason ?? (status === null ? undefined : String(status))))
    this.name = 'Trouble'
    this.kind = kind
    this.status = status
    this.requestId = requestId
    this.mayHaveHappened = kind !== 'throttled' && !neverSentCodes.has(reason ?? '')
  }

  toUnavailable(options: { retryAfterSeconds?: number; mayHaveHappened: boolean }): Unavailable {
    return new Unavailable(this.message, options)
  }
}

const neverSentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

function sentence(kind: RetryableKind, reason: string | undefined): string {
  const why = reason ? ` (${reason})` : ''
  switch (kind) {
    case 'throttled':
      return `Amazon asks Lockstep to wait: too many questions in a short time${why}.`
    case 'faulty':
      return `Amazon has a fault of its own at the moment${why}.`
    case 'away':
      return `Amazon can’t be reached at the moment${why}.`
    case 'slow':
      return `Amazon did not answer in time${why}.`
    case 'unreadable':
      return `Amazon’s answer was cut off or was no answer of its interface${why}.`
  }
}

/** What `fetch` threw, by the system's own code only: its text may hold what was sent. */
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

/** Amazon's way of saying no; every field is free text that differs from one interface to the next. */
export type AmazonError = { code: string; message: string; details: string }

const errorText = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' || typeof value === 'number' ? `${value}` : ''))

const OneError = z.object({ code: errorText, message: errorText, details: errorText })

const Errors = z.object({ errors: z.array(OneError) })

const OnlyErrors = Errors.extend({ payload: z.null().optional() })

/** Restrictions answer with the bare list, direct fulfilment with a single error. */
const AnyErrors = z.union([
  Errors.transform(({ errors }) => errors),
  z.array(OneError),
  OneError.extend({ code: z.string() }).transform((error) => [error]),
])

export type RefusedCall = { operation: string; status: number; errors: AmazonError[] }

/** What somebody reads of a refusal before he asks. */
const mostErrors = 5

const mostCharacters = { code: 100, message: 300, details: 200 }

/** Text from outside can repeat what was sent; a secret must not come back that way. */
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

/** Writes that answer nothing else may say no under a status that says yes. */
export function hasOnlyErrors(answer: unknown): boolean {
  const parsed = OnlyErrors.safeParse(answer)
  return parsed.success && parsed.data.errors.length > 0
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret !== '').reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}

export function findKnownError({ operation, status, errors }: RefusedCall): KnownError | null {
  const text = errors.map(({ code, message, details }) => `${code} ${message} ${details}`).join('\n')
  const fits = (known: KnownError) =>
    (known.operations?.includes(operation) ?? true) &&
    (known.status ?? status) === status &&
    (known.says?.test(text) ?? true)
  return knownErrors.find(fits) ?? null
}

/** What people are told of a refusal; one that isn't in the catalogue is counted. */
export function toRejected({ countUnknown }: Pick<AmazonSettings, 'countUnknown'>, refused: RefusedCall): Rejected {
  const known = findKnownError(refused)
  const rejected = describeRefusal(refused, known)
  const { operation, status } = refused
  if (!known) countUnknown({ operation, status, code: rejected.code ?? '' })
  return rejected
}

/** In the words of the catalogue, or, when it isn't there, in Amazon's own. */
function describeRefusal(refused: RefusedCall, known: KnownError | null): Rejected {
  if (known) {
    const { code, whoActs, remedy, meaning } = known
    return new Rejected(`${meaning} ${remedy}`, { code, whoActs, remedy })
  }
  const { status, errors } = refused
  const [first] = errors
  const words = errors.map(({ message, details }) => [message, details].filter(Boolean).join(' ')).join(' ')
  return new Rejected(
    `Amazon refuses this (${status}${first?.code ? ` ${first.code}` : ''}): ${words || 'no reason given'}`,
    {
      code: first?.code || String(status),
    },
  )
}

/** Whether Amazon refused for a reason of the catalogue. */
export const isRejectedAs = (error: unknown, code: string) => error instanceof Rejected && error.code === code

/** Amazon has forgotten where a read by pages was. */
export const isStalePageError = (error: unknown) => isRejectedAs(error, 'stale_page')

/** Beyond Amazon's own 429 and 5xx: its interface never sends anybody elsewhere. */
export const isRetryableStatus = (status: number) => status === 429 || status >= 500 || (status >= 300 && status < 400)
