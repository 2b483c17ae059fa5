import type { ReportAnswer } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { ForbiddenAddress } from './guarded-lookup.ts'
import type { WebhookResponse } from './post.ts'

/** What a website's answer means to us. What it wrote beside the status is read by nobody: it may repeat what we sent. */
export function interpretResponse({ status, retryAfter }: WebhookResponse, now: Date): ReportAnswer {
  if (status >= 200 && status < 300) return { status }
  if (status === 401 || status === 403) {
    throw new Unauthorized(`The website refuses Lockstep’s messages (${status}). Check how it verifies signatures.`)
  }
  if (status === 429 || status >= 500) {
    const seconds = secondsUntil(retryAfter, now)
    const why = status === 429 ? 'asks Lockstep to wait' : 'has a fault of its own at the moment'
    throw new Unavailable(
      `The website ${why} (${status}).`,
      seconds === undefined ? {} : { retryAfterSeconds: seconds },
    )
  }
  throw toRejected(status)
}

function toRejected(status: number): Rejected {
  const code = `http_${status}`
  if (status === 410) {
    return new Rejected('The website says that nobody listens at this address any more (410).', {
      code,
      whoActs: 'you',
    })
  }
  if (status >= 300 && status < 400) {
    const remedy = 'Set the webhook URL to the address where it ends.'
    return new Rejected(`The website sends Lockstep elsewhere (${status}). ${remedy}`, { code, whoActs: 'you', remedy })
  }
  return new Rejected(`The website does not accept the message (${status}).`, { code, whoActs: 'you' })
}

/** What went wrong before there was an answer, by the system's own word: its text may hold more than people should see. */
export function toConnectionFailure(error: unknown): Error {
  if (error instanceof ForbiddenAddress) {
    const remedy = 'Use an https address that can be reached from the internet.'
    return new Rejected(`The webhook URL can’t be used. ${remedy}`, { code: 'address_refused', whoActs: 'you', remedy })
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return new Unavailable('The website did not answer in time.', { mayHaveHappened: true })
  }
  return new Unavailable(`The website can’t be reached (${systemCode(error) ?? 'no connection'}).`, {
    mayHaveHappened: true,
  })
}

function systemCode(error: unknown): string | null {
  if (error instanceof AggregateError && error.errors.length > 0) return systemCode(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** `Retry-After` is a number of seconds or a date. */
function secondsUntil(retryAfter: string | undefined, now: Date): number | undefined {
  if (retryAfter === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now.getTime()) / 1000)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
