import { lwaOperation } from '../faults/faults.ts'
import { misbehave, type Outcome } from '../faults/misbehave.ts'
import type { Received } from '../../http/received.ts'
import { jsonReply } from '../../http/reply.ts'
import type { StandIn } from '../stand-in.ts'
import { answerTokenRequest } from './token-request.ts'

export const lwaPath = '/auth/o2/token'

/** Login with Amazon. */
export async function answerLwa(standIn: StandIn, received: Received): Promise<Outcome> {
  if (received.method !== 'POST') return jsonReply(405, { error: 'invalid_request' })
  const act = () => {
    const reply = answerTokenRequest(standIn, received)
    standIn.noteChange()
    return reply
  }
  const fault = standIn.faults.take(lwaOperation)
  return fault ? misbehave(standIn, fault, act, undefined) : act()
}
