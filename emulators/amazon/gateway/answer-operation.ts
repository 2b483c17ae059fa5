import { jsonReply, type Received, type Reply } from '../../http.ts'
import type { Route } from '../../router.ts'
import { catchUp } from '../catch-up.ts'
import type { AmazonEmulator } from '../emulator.ts'
import { misbehave, type ReplyOutcome } from '../faults/misbehave.ts'
import type { Operation } from '../operation.ts'
import {
  denied,
  expiredToken,
  internalFailure,
  invalidInput,
  quotaExceeded,
  Refusal,
  refusalReply,
} from '../refusal.ts'
import { type AmazonState, createSeller, type Seller } from '../state.ts'

/** The rate in the header when limits are off, so that a client that obeys it is not slowed down. */
const unlimitedRate = 100_000

/**
 * Answers an SP-API operation: checks the token, the rate limit and the request, injects faults, and calls the
 * operation.
 */
export async function answerOperation(emulator: AmazonEmulator, received: Received): Promise<ReplyOutcome> {
  const route = emulator.findRoute(received.method, received.path)
  if (!route) return refusalReply(new Refusal(404, 'NotFound', 'The requested resource does not exist.'))
  const rate = emulator.limits === 'off' ? unlimitedRate : route.target.rate
  const rateHeader = { 'x-amzn-ratelimit-limit': String(rate) }
  try {
    return withRate(await answerRoute(emulator, received, route), rateHeader)
  } catch (error) {
    if (error instanceof Refusal) return withRate(refusalReply(error), rateHeader)
    console.error(error)
    return refusalReply(internalFailure())
  }
}

async function answerRoute(
  emulator: AmazonEmulator,
  received: Received,
  { target: operation, params }: Route<Operation>,
): Promise<ReplyOutcome> {
  const { state, clock, stats, faults, baseUrl } = emulator
  const now = clock.now()
  const token = received.headers['x-amz-access-token']
  const seller = findTokenHolder(state, operation, token, now)
  const isWithinLimits = emulator.limits === 'off' || emulator.rateLimits.take(seller.id, operation)
  stats.count(operation.name, !isWithinLimits)
  if (!isWithinLimits) throw quotaExceeded()

  const act = () => {
    assertValidRequest(received)
    const { query, headers } = received
    const body = parseBody(received)
    catchUp(state, now)
    const answer = operation.answer({ params, query, body, headers, state, seller, now, baseUrl })
    if (operation.method !== 'GET') emulator.scheduleSave()
    return answer.body === undefined ? { status: answer.status } : jsonReply(answer.status, answer.body)
  }
  const fault = faults.take(operation.name)
  return fault ? misbehave(emulator, fault, act, token) : act()
}

/** Adds the rate header. Amazon sends it with 2xx, 400 and 404 only. */
function withRate(outcome: ReplyOutcome, header: Record<string, string>): ReplyOutcome {
  if (typeof outcome === 'string' || !tellsRate(outcome)) return outcome
  return { ...outcome, headers: { ...outcome.headers, ...header } }
}

const tellsRate = ({ status }: Reply) => (status >= 200 && status < 300) || status === 400 || status === 404

/** Seller of grantless operations, which concern no seller. */
const noSeller = createSeller({ id: '', name: '', endpoint: 'na', marketplaceIds: [] })

function findTokenHolder(state: AmazonState, operation: Operation, token: string | undefined, now: Date): Seller {
  const found = token === undefined ? undefined : state.tokens.accessTokens[token]
  if (!found) throw denied('The access token you provided is missing or not known.')
  if (new Date(found.expiresAt) <= now) throw expiredToken()
  if (operation.grantlessScope !== undefined) {
    if (found.scope === operation.grantlessScope) return noSeller
    throw denied('This operation takes a token of the application, for its scope.')
  }
  const seller = found.sellerId === null ? undefined : state.sellers[found.sellerId]
  if (!seller) throw denied('This operation takes a token of a selling partner.')
  return seller
}

/** Checks what Amazon requires of every request. */
function assertValidRequest({ method, headers, body }: Received): void {
  const agent = headers['user-agent'] ?? ''
  if (agent.length > 500) throw invalidInput('The user-agent header is over 500 characters.')
  if (!/^[^/]+\/\S+ \(.*\bLanguage=[^;)]+.*\)/.test(agent)) {
    throw invalidInput('The user-agent header must look like AppName/Version (Language=Name; Platform=Name).')
  }
  if (method === 'GET' && (body.length > 0 || headers['content-length'] !== undefined)) {
    throw invalidInput('A GET request must have neither a body nor a content-length header.')
  }
}

/** Undefined when there is no body. */
function parseBody({ headers, body }: Received): unknown {
  if (body.length === 0) return undefined
  if (!headers['content-type']?.startsWith('application/json')) {
    throw invalidInput('The content type of the body must be application/json.')
  }
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw invalidInput('The body is not JSON.')
  }
}
