import type { Rejected } from '#server/ports/failure.ts'
import type { Drive, Outcome } from './drive.ts'
import { endAttempt } from './end-attempt.ts'

/** Amazon has said no: what it was told is a result, for somebody to see to. */
export async function noteRefusal(drive: Drive, { code, message }: Rejected): Promise<Outcome> {
  const hasEnded = await endAttempt(drive, { status: 'unfulfillable', code: code ?? null, reason: message })
  return hasEnded ? 'refused' : 'left'
}
