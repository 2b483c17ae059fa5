import { catchUp } from '../catch-up.ts'
import { misbehave, type ReplyOutcome } from '../faults/misbehave.ts'
import type { Received } from '../../http/received.ts'
import { jsonReply, type Reply } from '../../http/reply.ts'
import type { Operation } from '../operation.ts'
import { internalFailure, quotaExceeded, Refusal } from '../refusal.ts'
import type { AmazonEmulator } from '../stand-in.ts'
import { findTokenHolder } from './access.ts'
import { assertValidRequest, parseBody } from './check-request.ts'
import { refusalReply } from './refusal-reply.ts'
import type { Route } from '../../route.ts'

/** What a stand-in without limits tells, so that whoever goes by the rate can go as fast as it answers. */
const unlimitedRate = 100_000

/** The Selling Partner API: lets in, limits, misbehaves when told to, and answers. */
export async function answerOperation(standIn: AmazonEmulator, received: Received): Promise<ReplyOutcome> {
  const route = standIn.findRoute(received.method, received.path)
  if (!route) return refusalReply(new Refusal(404, 'NotFound', 'The requested resource does not exist.'))
  const rate = standIn.limits === 'off' ? unlimitedRate : route.target.rate
  const rateHeader = { 'x-amzn-ratelimit-limit': String(rate) }
  try {
    return withRate(await answerRoute(standIn, received, route), rateHeader)
  } catch (error) {
    if (error instanceof Refusal) return withRate(refusalReply(error), rateHeader)
    console.error(error)
    return refusalReply(internalFailure())
  }
}

async function answerRoute(
  standIn: AmazonEmulator,
  received: Received,
  { target: operation, params }: Route<Operation>,
): Promise<ReplyOutcome> {
  const { state, clock, stats, faults, baseUrl } = standIn
  const now = clock.now()
  const token = received.headers['x-amz-access-token']
  const seller = findTokenHolder(state, operation, token, now)
  const isWithinLimits = standIn.limits === 'off' || standIn.rateLimits.take(seller.id, operation)
  stats.count(operation.name, !isWithinLimits)
  if (!isWithinLimits) throw quotaExceeded()

  const act = () => {
    assertValidRequest(received)
    const { query, headers } = received
    const body = parseBody(received)
    catchUp(state, now)
    const answer = operation.answer({ params, query, body, headers, state, seller, now, baseUrl })
    if (operation.method !== 'GET') standIn.scheduleSave()
    return answer.body === undefined ? { status: answer.status } : jsonReply(answer.status, answer.body)
  }
  const fault = faults.take(operation.name)
  return fault ? misbehave(standIn, fault, act, token) : act()
}

/** Amazon tells the rate with what it did or understood, not with what it turned away. */
function withRate(outcome: ReplyOutcome, header: Record<string, string>): ReplyOutcome {
  if (typeof outcome === 'string' || !tellsRate(outcome)) return outcome
  return { ...outcome, headers: { ...outcome.headers, ...header } }
}

const tellsRate = ({ status }: Reply) => (status >= 200 && status < 300) || status === 400 || status === 404
