import type { Rejected } from '#server/ports/failure.ts'
import type { ShipToAddress } from '#server/ports/fulfillment.ts'
import { redactRecipient } from '../sending/without-destination.ts'
import type { AttemptSession, SubmissionOutcome } from './drive.ts'
import { endAttempt } from './end-attempt.ts'

/** Amazon has said no: what it was told is a result, for somebody to see to. */
export async function recordRefusal(
  session: AttemptSession,
  { code, message }: Rejected,
  destination: ShipToAddress | null,
): Promise<SubmissionOutcome> {
  const reason = destination ? redactRecipient(message, destination) : message
  const hasEnded = await endAttempt(session, { status: 'unfulfillable', code: code ?? null, reason })
  return hasEnded ? 'refused' : 'left'
}
