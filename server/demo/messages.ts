import { longestRetentionDays } from '#contract/settings-values.ts'
import { insertOptOut } from '#server/features/notifications/opt-outs/opt-outs.ts'
import { enqueueNotifications } from '#server/features/notifications/order-notifications.ts'
import { buildOrderMessage } from '#server/features/orders/order-message.ts'
import { purgePersonalData } from '#server/features/privacy/purge-personal-data.ts'
import { noOrigin, platformContext, type CompanyContext, type Deps } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { asOperator } from './as-operator.ts'
import { daysBefore } from './moments.ts'
import { outcomeOf, hasOptedOut } from './messages/past-of.ts'
import {
  listMessagedOrders,
  listWrittenMessages,
  pastMessages,
  writeMessageOutcomes,
  type PastMessage,
} from './messages/queries.ts'

/**
 * Writes what the customers of past orders were told at the time, and erases those whose time is over, as would have
 * happened by now.
 */
export async function addDemoMessages(deps: Deps): Promise<void> {
  try {
    const actor = { type: 'system', name: 'Demo' } as const
    await purgePersonalData(platformContext(deps, { actor, origin: noOrigin }))
    const ctx = await asOperator(deps)
    const since = daysBefore(ctx.clock.now(), longestRetentionDays)
    await ctx.transaction(async (tx) => {
      for (const type of pastMessages) await writePastMessages(tx, ctx, type, since)
    })
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company’s messages could not all be set up')
  }
}

async function writePastMessages(tx: Tx, ctx: CompanyContext, type: PastMessage, since: Date): Promise<void> {
  const { companyId } = ctx
  const orders = await listMessagedOrders(tx, companyId, type, since)
  const messages = orders.map((order) => buildOrderMessage(ctx, type, order, order.parcels))
  await enqueueNotifications(tx, ctx, messages)
  const now = ctx.clock.now()
  const written = await listWrittenMessages(tx, companyId, type)
  const past = written.map((one) => outcomeOf(one, now))
  await writeMessageOutcomes(tx, companyId, past)
  for (const { recipientHash } of written.filter(hasOptedOut)) {
    if (recipientHash) await insertOptOut(tx, { companyId, method: 'sms', recipientHash })
  }
}
