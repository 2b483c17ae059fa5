import { lockAttempt } from '../../queries/sent-order.ts'
import { noteFailed, type Failure } from '../note-failed.ts'
import type { Drive } from './drive.ts'

/** Ends an attempt that Amazon does not have and won’t. Answers whether it was still ours to end. */
export function endAttempt({ ctx, attempt: { id }, claimed }: Drive, failure: Failure): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const { attempt } = await lockAttempt(tx, ctx.companyId, id)
    const isOurs = attempt.nextCheckAt?.getTime() === claimed.lease.getTime()
    if (attempt.status !== 'pending' || !isOurs) return false
    await noteFailed(tx, ctx, id, failure)
    return true
  })
}
