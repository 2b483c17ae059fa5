import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockAttempt } from '../queries/sent-order.ts'
import { applyUpdate } from './news/learn.ts'
import { localUpdate, type FailureReason } from './news/word.ts'

export type AttemptFailure = { status: 'cancelled' | 'unfulfillable'; code: string | null; reason: string }

/** Nothing of the fulfilment will be shipped: Amazon refused it, or never heard of it. */
export async function recordFailed(
  tx: Tx,
  ctx: CompanyContext,
  fulfillmentId: string,
  { status, code, reason }: AttemptFailure,
): Promise<void> {
  const subject = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  const failure = { code, reason, attention: attentionCodeFor(code) }
  await applyUpdate(tx, ctx, subject, { ...localUpdate(ctx.actor, status, ctx.clock.now()), failing: failure })
}

function attentionCodeFor(code: string | null): FailureReason['attention'] {
  if (code === 'bad_address') return code
  return code === null || code === 'unfulfillable' || code === 'not_enough_stock'
    ? 'unfulfillable'
    : 'rejected_by_amazon'
}
