import { Unavailable } from '#server/ports/failure.ts'

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
