import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockAttempt } from '../queries/sent-order.ts'
import { learn } from './news/learn.ts'
import { ownWord, type Failing } from './news/word.ts'

export type Failure = { status: 'cancelled' | 'unfulfillable'; code: string | null; reason: string }

/** Nothing of the fulfilment will be shipped: Amazon refused it, or never heard of it. */
export async function noteFailed(
  tx: Tx,
  ctx: CompanyContext,
  fulfillmentId: string,
  { status, code, reason }: Failure,
): Promise<void> {
  const subject = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  const failing = { code, reason, attention: attentionOf(code) }
  await learn(tx, ctx, subject, { ...ownWord(ctx.actor, status, ctx.clock.now()), failing })
}

function attentionOf(code: string | null): Failing['attention'] {
  if (code === 'bad_address') return code
  return code === null || code === 'unfulfillable' || code === 'not_enough_stock'
    ? 'unfulfillable'
    : 'rejected_by_amazon'
}
