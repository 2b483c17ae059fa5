import { buffer } from 'node:stream/consumers'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { FaultKind } from './faults.ts'
import { smtpReply } from './reply.ts'
import type { SmtpEmulator } from './stand-in.ts'
import { storeMail } from './take-mail.ts'

type Replies = { answer(problem?: Error | null, said?: string): void; hangUp(): void }

const tooBig = [552, '5.3.4 Message size exceeds fixed limit'] as const
const refusals: Partial<Record<FaultKind, readonly [number, string]>> = {
  'refuse-message': [554, '5.7.1 Message rejected as unsolicited'],
  'try-later': [452, '4.3.1 Insufficient storage, try again later'],
  'too-big': tooBig,
}

/** The end of a conversation: the mail itself has come, and is accepted, refused, or left without a word. */
export async function receiveMessage(
  { state, keep, faults, scheduleSave }: SmtpEmulator,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  { answer, hangUp }: Replies,
): Promise<void> {
  if (faults.take('data')) return hangUp()
  const bytes = await buffer(stream)
  const fault = faults.take('message')
  const refusal = stream.sizeExceeded ? tooBig : fault && refusals[fault]
  if (refusal) return answer(smtpReply(...refusal))
  if (fault === 'hang') return
  if (fault === 'close-after-data') return hangUp()
  await storeMail(state, keep, {
    envelopeFrom: envelope.mailFrom ? envelope.mailFrom.address : '',
    recipients: envelope.rcptTo.map(({ address }) => address),
    bytes,
    at: new Date(),
  })
  scheduleSave()
  if (fault === 'close-after-accepting') return hangUp()
  answer(null, `2.0.0 Ok: queued as ${state.lastId}`)
}
