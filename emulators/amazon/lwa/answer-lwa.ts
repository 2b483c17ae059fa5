import { lwaOperation } from '../faults/faults.ts'
import { misbehave, type ReplyOutcome } from '../faults/misbehave.ts'
import type { Received } from '../../http/received.ts'
import { jsonReply } from '../../http/reply.ts'
import type { AmazonEmulator } from '../stand-in.ts'
import { answerTokenRequest } from './token-request.ts'

export const lwaPath = '/auth/o2/token'

/** Login with Amazon. */
export async function answerLwa(standIn: AmazonEmulator, received: Received): Promise<ReplyOutcome> {
  if (received.method !== 'POST') return jsonReply(405, { error: 'invalid_request' })
  const act = () => {
    const reply = answerTokenRequest(standIn, received)
    standIn.scheduleSave()
    return reply
  }
  const fault = standIn.faults.take(lwaOperation)
  return fault ? misbehave(standIn, fault, act, undefined) : act()
}
