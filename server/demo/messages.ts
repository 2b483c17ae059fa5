import { longestRetentionDays } from '#contract/settings-words.ts'
import { addOptOut } from '#server/features/notifications/opt-outs/queries.ts'
import { prepareNotifications } from '#server/features/notifications/prepare-notifications.ts'
import { messageAbout } from '#server/features/orders/message-about.ts'
import { purgePersonalData } from '#server/features/privacy/purge-personal-data.ts'
import { nowhere, platformContext, type CompanyContext, type Deps } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { asOperator } from './as-operator.ts'
import { daysBefore } from './moments.ts'
import { pastOf, wantsNoTexts } from './messages/past-of.ts'
import { listTold, listWritten, pastMessages, putIntoThePast, type PastMessage } from './messages/queries.ts'

/**
 * Writes what the customers of past orders were told at the time, and erases those whose time is over, as would have
 * happened by now.
 */
export async function addDemoMessages(deps: Deps): Promise<void> {
  try {
    const actor = { type: 'system', name: 'Demo' } as const
    await purgePersonalData(platformContext(deps, { actor, origin: nowhere }))
    const ctx = await asOperator(deps)
    const since = daysBefore(ctx.clock.now(), longestRetentionDays)
    await ctx.transaction(async (tx) => {
      for (const type of pastMessages) await tellOfThePast(tx, ctx, type, since)
    })
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company’s messages could not all be set up')
  }
}

async function tellOfThePast(tx: Tx, ctx: CompanyContext, type: PastMessage, since: Date): Promise<void> {
  const { companyId } = ctx
  const told = await listTold(tx, companyId, type, since)
  const messages = told.map((order) => messageAbout(ctx, type, order, order.parcels))
  await prepareNotifications(tx, ctx, messages)
  const now = ctx.clock.now()
  const written = await listWritten(tx, companyId, type)
  const past = written.map((one) => pastOf(one, now))
  await putIntoThePast(tx, companyId, past)
  for (const { recipientHash } of written.filter(wantsNoTexts)) {
    if (recipientHash) await addOptOut(tx, { companyId, method: 'sms', recipientHash })
  }
}
