import { isLive } from '#contract/order-states.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockAttempt } from '../queries/sent-order.ts'
import { amazon } from './news/chapter.ts'
import { learn } from './news/learn.ts'
import { ownWord } from './news/word.ts'

/** Amazon has taken the fulfilment; where it stands, reading will say. Answers whether it is still wanted. */
export async function noteAccepted(tx: Tx, ctx: CompanyContext, fulfillmentId: string, at: Date): Promise<boolean> {
  const subject = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  await learn(tx, ctx, subject, ownWord(amazon, 'submitted', at))
  return isLive(subject.attempt.status)
}
