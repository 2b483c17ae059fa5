import type { Rejected } from '#server/ports/failure.ts'
import type { Destination } from '#server/ports/fulfillment.ts'
import { withoutDestination } from '../sending/without-destination.ts'
import type { Drive, Outcome } from './drive.ts'
import { endAttempt } from './end-attempt.ts'

/** Amazon has said no: what it was told is a result, for somebody to see to. */
export async function noteRefusal(
  drive: Drive,
  { code, message }: Rejected,
  destination: Destination | null,
): Promise<Outcome> {
  const reason = destination ? withoutDestination(message, destination) : message
  const hasEnded = await endAttempt(drive, { status: 'unfulfillable', code: code ?? null, reason })
  return hasEnded ? 'refused' : 'left'
}
