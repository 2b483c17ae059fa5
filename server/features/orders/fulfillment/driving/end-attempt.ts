import { lockAttempt } from '../../queries/sent-order.ts'
import { recordFailed, type AttemptFailure } from '../note-failed.ts'
import type { AttemptSession } from './drive.ts'

/** Ends an attempt that Amazon does not have and won’t. Answers whether it was still ours to end. */
export function endAttempt({ ctx, attempt: { id }, claim }: AttemptSession, failure: AttemptFailure): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const { attempt } = await lockAttempt(tx, ctx.companyId, id)
    const isOurs = attempt.nextCheckAt?.getTime() === claim.lease.getTime()
    if (attempt.status !== 'pending' || !isOurs) return false
    await recordFailed(tx, ctx, id, failure)
    return true
  })
}
