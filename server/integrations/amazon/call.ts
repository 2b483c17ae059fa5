import type { z } from 'zod'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { retry } from './back-off.ts'
import { CallLog } from './journal.ts'
import { reauthorizeMessage } from './known-errors.ts'
import type { TokenOptions } from './lwa.ts'
import type { Operation } from './operation.ts'
import { unknownShapeError } from './refuse-shape.ts'
import { toRejected, findKnownError, readErrors, hasOnlyErrors, type RefusedCall } from './refusal.ts'
import { parseJson, send, type HttpResponse, type HttpRequest } from './send.ts'
import type { AmazonSettings } from './settings.ts'
import type { TokenBucket } from './throttle.ts'

const attemptTimeout = 20_000

export type Call<Wire extends z.ZodType> = {
  operation: Pick<Operation<never, Wire>, 'name' | 'isRead' | 'isRepeatable' | 'wire'>
  accountId: string | null
  bucket: TokenBucket
  sent: HttpRequest
  token(wish: TokenOptions): Promise<string>
  deadline: number
  signal: AbortSignal | undefined
}

export type Reply<Answer> = {
  answer: Answer
  /** When the question that was answered was sent. */
  askedAt: Date
  /** Milliseconds of waiting for our turn and for the answer, and of reading it. */
  waited: number
  parsed: number
}

/** Makes one call, through all the tries it may take. */
export function makeCall<Wire extends z.ZodType>(settings: AmazonSettings, call: Call<Wire>) {
  const { operation, bucket, deadline, signal } = call
  const journal = new CallLog({ operation: operation.name, accountId: call.accountId }, settings)
  let turnedAway: string | undefined

  const tryOnce = async (attempt: number): Promise<Reply<z.output<Wire>>> => {
    const token = await call.token({ deadline, signal, refused: turnedAway })
    await bucket.take({ deadline, signal })
    journal.markSent()
    const heard = await sendWithToken(settings, call, token).finally(() => bucket.release())
    bucket.updateRate(Number(heard.headers.get('x-amzn-ratelimit-limit')))
    const spent = { waited: journal.elapsed, readingSince: performance.now() }
    const said = parseJson(heard)
    if (heard.status < 400 && !hasOnlyErrors(said))
      return parseAnswer(settings, call, journal, { heard, said, spent, attempt })

    const refused = { operation: operation.name, status: heard.status, errors: readErrors(said, [token]) }
    if (isTokenRejected(refused) && turnedAway === undefined) {
      turnedAway = token
      journal.logRefusal(heard, attempt, 'token')
      return tryOnce(attempt)
    }
    throw toFailure(settings, refused, journal, heard, attempt)
  }

  return retry({
    timing: settings.timing,
    chance: settings.chance,
    deadline,
    signal,
    rate: () => bucket.rate,
    isRepeatable: operation.isRepeatable,
    isRead: operation.isRead,
    runOnce: tryOnce,
    onError(trouble, attempt, pause) {
      if (trouble.kind === 'throttled') bucket.pause(pause ?? 0)
      journal.logRetryableError(trouble, attempt, pause)
    },
  })
}

async function sendWithToken(settings: AmazonSettings, { operation, sent, ...call }: Call<z.ZodType>, token: string) {
  const headers = { 'x-amz-access-token': token, ...sent.headers }
  const limit = Math.min(attemptTimeout, call.deadline - settings.timing.now())
  try {
    return await send(settings, { ...sent, headers }, { limit, signal: call.signal })
  } catch (error) {
    const isUnreadWrite = error instanceof Rejected && !operation.isRepeatable
    throw isUnreadWrite ? new Unavailable(error.message, { mayHaveHappened: true }) : error
  }
}

type ReceivedAnswer = {
  heard: HttpResponse
  said: unknown
  spent: { waited: number; readingSince: number }
  attempt: number
}

function parseAnswer<Wire extends z.ZodType>(
  { countUnknown }: AmazonSettings,
  { operation }: Call<Wire>,
  journal: CallLog,
  { heard, said, spent, attempt }: ReceivedAnswer,
): Reply<z.output<Wire>> {
  const { success, data: answer, error } = operation.wire.safeParse(said)
  if (!success) {
    journal.logRefusal(heard, attempt, 'unknown_shape')
    countUnknown({ operation: operation.name, status: heard.status, code: 'unknown_shape' })
    throw unknownShapeError(operation, error)
  }
  const parsed = performance.now() - spent.readingSince
  journal.logAnswer(heard, attempt)
  return { answer, askedAt: new Date(journal.sentAt), waited: spent.waited, parsed }
}

/** A refusal that a new token may cure. Some 403 say no to what was asked, not to who asked: those are in the catalogue. */
function isTokenRejected(refused: RefusedCall): boolean {
  if (refused.status === 401) return true
  return refused.status === 403 && (findKnownError(refused)?.code ?? 'no_permission') === 'no_permission'
}

function toFailure(
  settings: AmazonSettings,
  refused: RefusedCall,
  journal: CallLog,
  heard: HttpResponse,
  attempt: number,
): Error {
  const saysExpired = refused.errors.some(({ message, details }) => /expired/i.test(`${message} ${details}`))
  if (refused.status === 401 || (isTokenRejected(refused) && saysExpired)) {
    journal.logRefusal(heard, attempt, 'unauthorized')
    return new Unauthorized(reauthorizeMessage)
  }
  const rejected = toRejected(settings, refused)
  journal.logRefusal(heard, attempt, rejected.code ?? '')
  return rejected
}
