import type { z } from 'zod'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { persist } from './back-off.ts'
import { Journal } from './journal.ts'
import { notLetIn } from './known-errors.ts'
import type { TokenWish } from './lwa.ts'
import type { Operation } from './operation.ts'
import { refuseShape } from './refuse-shape.ts'
import { explainRefusal, findKnownError, readErrors, saysOnlyNo, type Refused } from './refusal.ts'
import { parseJson, send, type Heard, type Sent } from './send.ts'
import type { AmazonSettings } from './settings.ts'
import type { Bucket } from './throttle.ts'

const tryLimit = 20_000

export type Call<Wire extends z.ZodType> = {
  operation: Pick<Operation<never, Wire>, 'name' | 'isRead' | 'isRepeatable' | 'wire'>
  accountId: string | null
  bucket: Bucket
  sent: Sent
  token(wish: TokenWish): Promise<string>
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
  const journal = new Journal({ operation: operation.name, accountId: call.accountId }, settings)
  let turnedAway: string | undefined

  const tryOnce = async (attempt: number): Promise<Reply<z.output<Wire>>> => {
    const token = await call.token({ deadline, signal, refused: turnedAway })
    await bucket.take({ deadline, signal })
    journal.noteSending()
    const heard = await sendWith(settings, call, token).finally(() => bucket.arrived())
    bucket.learnRate(Number(heard.headers.get('x-amzn-ratelimit-limit')))
    const spent = { waited: journal.elapsed, readingSince: performance.now() }
    const said = parseJson(heard)
    if (heard.status < 400 && !saysOnlyNo(said)) return read(settings, call, journal, { heard, said, spent, attempt })

    const refused = { operation: operation.name, status: heard.status, errors: readErrors(said, [token]) }
    if (isAboutToken(refused) && turnedAway === undefined) {
      turnedAway = token
      journal.refused(heard, attempt, 'token')
      return tryOnce(attempt)
    }
    throw explain(settings, refused, journal, heard, attempt)
  }

  return persist({
    timing: settings.timing,
    chance: settings.chance,
    deadline,
    signal,
    rate: () => bucket.rate,
    isRepeatable: operation.isRepeatable,
    isRead: operation.isRead,
    tryOnce,
    onTrouble(trouble, attempt, pause) {
      if (trouble.kind === 'throttled') bucket.rest(pause ?? 0)
      journal.troubled(trouble, attempt, pause)
    },
  })
}

async function sendWith(settings: AmazonSettings, { operation, sent, ...call }: Call<z.ZodType>, token: string) {
  const headers = { 'x-amz-access-token': token, ...sent.headers }
  const limit = Math.min(tryLimit, call.deadline - settings.timing.now())
  try {
    return await send(settings, { ...sent, headers }, { limit, signal: call.signal })
  } catch (error) {
    const isUnreadWrite = error instanceof Rejected && !operation.isRepeatable
    throw isUnreadWrite ? new Unavailable(error.message, { mayHaveHappened: true }) : error
  }
}

type Arrived = {
  heard: Heard
  said: unknown
  spent: { waited: number; readingSince: number }
  attempt: number
}

function read<Wire extends z.ZodType>(
  { countUnknown }: AmazonSettings,
  { operation }: Call<Wire>,
  journal: Journal,
  { heard, said, spent, attempt }: Arrived,
): Reply<z.output<Wire>> {
  const { success, data: answer, error } = operation.wire.safeParse(said)
  if (!success) {
    journal.refused(heard, attempt, 'unknown_shape')
    countUnknown({ operation: operation.name, status: heard.status, code: 'unknown_shape' })
    throw refuseShape(operation, error)
  }
  const parsed = performance.now() - spent.readingSince
  journal.answered(heard, attempt)
  return { answer, askedAt: new Date(journal.sentAt), waited: spent.waited, parsed }
}

/** A refusal that a new token may cure. Some 403 say no to what was asked, not to who asked: those are in the catalogue. */
function isAboutToken(refused: Refused): boolean {
  if (refused.status === 401) return true
  return refused.status === 403 && (findKnownError(refused)?.code ?? 'no_permission') === 'no_permission'
}

function explain(settings: AmazonSettings, refused: Refused, journal: Journal, heard: Heard, attempt: number): Error {
  const saysExpired = refused.errors.some(({ message, details }) => /expired/i.test(`${message} ${details}`))
  if (refused.status === 401 || (isAboutToken(refused) && saysExpired)) {
    journal.refused(heard, attempt, 'unauthorized')
    return new Unauthorized(notLetIn)
  }
  const rejected = explainRefusal(settings, refused)
  journal.refused(heard, attempt, rejected.code ?? '')
  return rejected
}
