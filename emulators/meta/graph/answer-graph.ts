import type { Received } from '../../http/received.ts'
import { jsonReply } from '../../http/reply.ts'
import { createRouter } from '../../route.ts'
import { misbehave, type ReplyOutcome } from '../faults/misbehave.ts'
import { badParameter, Refusal, refusalReply, tooManyCalls } from '../refusal.ts'
import type { MetaEmulator } from '../stand-in.ts'
import { findCaller } from './access.ts'
import { operations } from './operations.ts'

const findOperation = createRouter(operations)

/** The Graph API: lets in, limits, misbehaves when told to, and answers. */
export async function answerGraph(standIn: MetaEmulator, received: Received): Promise<ReplyOutcome> {
  try {
    return await answerOperation(standIn, received)
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(error)
    throw error
  }
}

async function answerOperation(standIn: MetaEmulator, received: Received): Promise<ReplyOutcome> {
  const route = findOperation(received.method, received.path)
  if (!route || !/^v\d+\.\d+$/.test(route.params['version'] ?? '')) {
    throw new Refusal(`Unknown path components: ${received.path}`, { status: 400, code: 2500 })
  }
  const { target: operation, params } = route
  const shop = findCaller(standIn, received)
  assertWithinLimits(standIn, shop.accountId, operation.name)
  await standIn.catchUp()
  const act = () => {
    const call = { id: params['id'] ?? '', query: received.query, body: parseBody(received) }
    const answer = operation.answer({ ...call, state: standIn.state, shop, now: standIn.clock.now() })
    if (operation.method !== 'GET') standIn.scheduleSave()
    return jsonReply(200, answer)
  }
  const fault = standIn.faults.take(operation.name)
  const outcome = fault ? misbehave(fault, shop, act) : act()
  void standIn.catchUp()
  return outcome
}

/** Batches of a catalogue and everything else have numbers of their own. */
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
