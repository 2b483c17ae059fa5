import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { updateAttempt } from '../../queries/attempts.ts'
import { lockAttempt } from '../../queries/sent-order.ts'
import { noEffects } from './chapter.ts'
import { writeEffects } from './write-chapter.ts'

const missingRetrySeconds = 15 * 60

/**
 * Amazon no longer knows what it had accepted. It may remember, and then ship it, so it is asked again and nothing is sent
 * in its place.
 */
export async function recordMissingAtAmazon(tx: Tx, ctx: CompanyContext, fulfillmentId: string): Promise<void> {
  const { order, attempt } = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  const nextCheckAt = new Date(ctx.clock.now().getTime() + missingRetrySeconds * 1000)
  await updateAttempt(tx, attempt, { nextCheckAt, updatedAt: attempt.updatedAt })
  const reason = `Amazon accepted ${attempt.externalFulfillmentId} and does not know it now.`
  await writeEffects(tx, ctx, order.id, { ...noEffects(), raised: [{ code: 'submission_unanswered', reason }] })
}
