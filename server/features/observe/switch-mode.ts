import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { GoingLive, ObserveMode } from '#contract/observe.ts'
import { observeMessages } from '#server/features/channels/messages/observe-messages.ts'
import { recordAllOffersChangedEverywhere } from '#server/features/channels/offer-queries.ts'
import { skipCustomerMessages } from '#server/features/notifications/sending/queries.ts'
import { notSentInObserveMode } from '#server/features/notifications/sending/sending-rules.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { findObservingSince } from '#server/platform/observe-mode.ts'

export const readMode = (ctx: CompanyContext): Promise<ObserveMode> => ctx.read((tx) => describeMode(tx, ctx))

/** Starts to observe, or goes live. Does nothing when that is so already. */
export async function switchMode(ctx: CompanyContext, { isObserving }: { isObserving: boolean }): Promise<ObserveMode> {
  const { companyId, clock } = ctx
  return ctx.transaction(async (tx) => {
    await tx.execute(sql`select from company_settings where company_id = ${companyId} for no key update`)
    const before = await findObservingSince(tx, companyId)
    if ((before !== null) === isObserving) return describeMode(tx, ctx)
    if (isObserving) await assertNothingOnItsWay(tx, companyId)
    else await dropUnsent(tx, ctx)
    const since = isObserving ? clock.now().toISOString() : null
    await tx.execute(
      sql`update company_settings set observing_since = ${since}::timestamptz where company_id = ${companyId}`,
    )
    // Observing records what every channel would be told; live, every channel is told.
    await recordAllOffersChangedEverywhere(tx, companyId)
    if (!isObserving) await enqueueWebhookChecks(tx, ctx)
    await recordAudit(tx, ctx, {
      action: 'settings.observe',
      resource: 'settings',
      resourceId: null,
      companyId,
      before: { isObserving: before !== null },
      after: { isObserving },
    })
    for (const topic of ['settings', 'orders', 'channels', 'inventory'] as const) await ctx.publishChange(tx, topic)
    return describeMode(tx, ctx)
  })
}

/** Amazon may have an order of which it has not answered yet, so it is waited for. */
async function assertNothingOnItsWay(tx: Tx, companyId: string): Promise<void> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from fulfillments
    where company_id = ${companyId} and provider = 'amazon_mcf'
      and (status = 'pending' or (cancel_requested_at is not null and cancel_asked_at is null and next_check_at is not null))`)
  const orders = rows[0]?.count ?? 0
  if (orders === 0) return
  throw new AppError(
    'conflict',
    say(
      '{orders, plural, one {One order is} other {# orders are}} on the way to Amazon. Try again once Amazon has responded.',
      { orders },
    ),
  )
}

/** Messages about what happened while the company observed are not sent late. */
async function dropUnsent(tx: Tx, ctx: CompanyContext): Promise<void> {
  await observeMessages(tx, ctx)
  await skipCustomerMessages(tx, ctx.companyId, notSentInObserveMode)
}

async function enqueueWebhookChecks(tx: Tx, ctx: CompanyContext): Promise<void> {
  const { rows } = await tx.execute<{ channelId: string }>(sql`
    select id as "channelId" from channels
    where company_id = ${ctx.companyId} and is_active and credentials is not null order by id`)
  for (const { channelId } of rows) await ctx.enqueue(tx, 'channels.watch-webhooks', { channelId })
}

async function describeMode(tx: Tx, { companyId }: CompanyContext): Promise<ObserveMode> {
  const since = await findObservingSince(tx, companyId)
  const { rows } = await tx.execute<GoingLive>(sql`
    select
      (select count(*)::int from orders where company_id = ${companyId} and fulfill_after is not null) as "ordersToSend",
      (select count(*)::int from observations v
        join orders o on o.company_id = v.company_id and o.id = v.order_id
        where v.company_id = ${companyId} and v.kind = 'order' and o.status in ('placed', 'acknowledged')
          and o.fulfill_after is null) as "ordersLeft",
      (select count(*)::int from channels where company_id = ${companyId} and is_pushed and is_active) as "channelsToTell",
      (select count(*)::int from amazon_integrations
        where company_id = ${companyId} and sends_since is not null and is_active) as "accountsToSend"`)
  const [goingLive] = rows
  if (!goingLive) throw new Error('Counts have one row')
  return { observingSince: since?.toISOString() ?? null, goingLive }
}
