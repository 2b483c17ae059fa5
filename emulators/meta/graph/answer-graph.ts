import { createHmac, timingSafeEqual } from 'node:crypto'
import { jsonReply, type Received } from '../../http.ts'
import { createRouter } from '../../router.ts'
import type { MetaEmulator } from '../emulator.ts'
import { misbehave, type ReplyOutcome } from '../faults.ts'
import { badParameter, badToken, Refusal, refusalReply, tooManyCalls } from '../refusal.ts'
import type { Shop } from '../state.ts'
import { operations } from './operations.ts'

const findOperation = createRouter(operations)

/** Answers a Graph API call: checks token and rate limit, injects faults, and calls the operation. */
export async function answerGraph(emulator: MetaEmulator, received: Received): Promise<ReplyOutcome> {
  try {
    return await answerOperation(emulator, received)
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(error)
    throw error
  }
}

async function answerOperation(emulator: MetaEmulator, received: Received): Promise<ReplyOutcome> {
  const route = findOperation(received.method, received.path)
  if (!route || !/^v\d+\.\d+$/.test(route.params['version'] ?? '')) {
    throw new Refusal(`Unknown path components: ${received.path}`, { status: 400, code: 2500 })
  }
  const { target: operation, params } = route
  const shop = findCaller(emulator, received)
  assertWithinLimits(emulator, shop.accountId, operation.name)
  await emulator.catchUp()
  const act = () => {
    const call = { id: params['id'] ?? '', query: received.query, body: parseBody(received) }
    const answer = operation.answer({ ...call, state: emulator.state, shop, now: emulator.clock.now() })
    if (operation.method !== 'GET') emulator.scheduleSave()
    return jsonReply(200, answer)
  }
  const fault = emulator.faults.take(operation.name)
  const outcome = fault ? misbehave(fault, shop, act) : act()
  void emulator.catchUp()
  return outcome
}

/** Catalogue batches have another error code than other calls. */
function assertWithinLimits({ limits, rateLimits }: MetaEmulator, accountId: string, operation: string): void {
  const minutes = limits === 'off' ? null : rateLimits.take(accountId)
  if (minutes !== null) throw tooManyCalls(accountId, operation === 'items_batch' ? 80_014 : 80_009, minutes)
}

function parseBody({ headers, body }: Received): unknown {
  if (body.length === 0) return undefined
  if (!headers['content-type']?.startsWith('application/json')) throw badParameter('The body must be JSON')
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw badParameter('The body must be JSON')
  }
}

/** The shop of the token, after checking `appsecret_proof`. */
function findCaller({ state, appSecret }: MetaEmulator, { headers, query }: Received): Shop {
  const token = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1] ?? query.get('access_token')
  const shop = token && state.shops.find(({ tokens }) => tokens.includes(token))
  if (!shop) throw badToken()
  const proof = query.get('appsecret_proof')
  if (proof === null) throw badParameter('API calls from the server require an appsecret_proof argument')
  if (!isEqual(proof, createHmac('sha256', appSecret).update(token).digest('hex'))) {
    throw badParameter('Invalid appsecret_proof provided in the API argument')
  }
  return shop
}

const isEqual = (given: string, good: string) =>
  given.length === good.length && timingSafeEqual(Buffer.from(given), Buffer.from(good))
