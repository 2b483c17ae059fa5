import { heldUntil, optedOutMessage } from '#server/features/notifications/sending/sending-rules.ts'
import { secondsAfter } from '../moments.ts'
import type { MessageOutcome, WrittenMessage } from './queries.ts'

/** Of so many numbers one has answered STOP, and another can't receive texts. */
const oneIn = 29

/** What became of a message: sent within seconds, or in the morning where the customer slept; a few reached nobody. */
export function outcomeOf(written: WrittenMessage, now: Date): MessageOutcome {
  const { id, audience, method } = written
  const at = new Date(written.at)
  if (audience === 'owner' || method === 'email') return sent({ id, at, heldUntil: null })
  if (hasOptedOut(written)) {
    return { id, at, status: 'skipped', error: optedOutMessage.sms, heldUntil: null, sentAt: null }
  }
  const until = heldUntil(written, at)
  if (until && until > now) return { id, at, status: 'held', error: null, heldUntil: until, sentAt: null }
  const past = sent({ id, at, heldUntil: until })
  if (drawOf(written) !== 1) return past
  return { ...past, status: 'failed', error: 'This number can’t receive texts.', sentAt: null }
}

const sent = ({ id, at, heldUntil }: Pick<MessageOutcome, 'id' | 'at' | 'heldUntil'>): MessageOutcome => ({
  id,
  at,
  status: 'sent',
  error: null,
  heldUntil,
  sentAt: secondsAfter(heldUntil ?? at, 4),
})

export const hasOptedOut = (written: WrittenMessage): boolean => written.method === 'sms' && drawOf(written) === 0

/** The same for all texts to a number. */
const drawOf = ({ recipientHash }: WrittenMessage): number | null =>
  recipientHash === null ? null : Buffer.from(recipientHash).reduce((sum, byte) => sum + byte, 0) % oneIn
