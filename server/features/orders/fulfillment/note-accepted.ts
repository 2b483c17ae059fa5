import { isLive } from '#contract/order-status.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockAttempt } from '../queries/sent-order.ts'
import { amazonActor } from './news/chapter.ts'
import { applyUpdate } from './news/learn.ts'
import { localUpdate } from './news/word.ts'

/** Amazon has taken the fulfilment; where it stands, reading will say. Answers whether it is still wanted. */
export async function recordAccepted(tx: Tx, ctx: CompanyContext, fulfillmentId: string, at: Date): Promise<boolean> {
  const subject = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  await applyUpdate(tx, ctx, subject, localUpdate(amazonActor, 'submitted', at))
  return isLive(subject.attempt.status)
}
