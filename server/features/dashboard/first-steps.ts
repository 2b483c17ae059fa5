import { eq, sql } from 'drizzle-orm'
import { shopTypes } from '#contract/channel-values.ts'
import { AppError } from '#contract/errors.ts'
import type { FirstStepDecision, FirstSteps, TestOrder } from '#contract/first-steps.ts'
import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import { say } from '#contract/i18n.ts'
import { listShownAccounts } from '#server/features/marketplace/account-queries.ts'
import { isAbandoned } from '#server/features/marketplace/sync/run-queries.ts'
import { previewSpeeds } from '#server/features/orders/fulfillment/preview-order.ts'
import { chooseAccount } from '#server/features/orders/fulfillment/shipment-rules.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import type { ShipToAddress } from '#server/ports/fulfillment.ts'

/*
 * The checklist of a company's first hour. What a step has led to is read from what is there (accounts, stock, channels), so that a step
 * may be done anywhere. Only decisions are stored: to keep no buffer, to have tried a test order, to hide the checklist.
 */

export function readFirstSteps(ctx: CompanyContext): Promise<FirstSteps> {
  return ctx.read((tx) => querySteps(tx, ctx.companyId, ctx.clock.now()))
}

async function querySteps(tx: Tx, companyId: string, now: Date): Promise<FirstSteps> {
  const shops = sql.join(
    shopTypes.map((type) => sql`${type}`),
    sql`, `,
  )
  const { rows } = await tx.execute<FirstSteps>(sql`
    select
      json_build_object('account', (
        select name from amazon_integrations
        where company_id = ${companyId} and seller_id is not null and is_active and disconnected_at is null
        order by created_at limit 1
      )) as amazon,
      (select json_build_object('skus', count(*), 'readAt', max(read_at), 'isReading', exists (
          select from marketplace_sync_runs r
          where r.company_id = ${companyId} and r.kind = 'inventory' and r.status = 'running' and not ${isAbandoned(now)}
        )) from stock_levels where company_id = ${companyId} and source = 'amazon') as stock,
      (select json_build_object('count', count(*), 'name', (array_agg(name order by created_at))[1])
        from channels where company_id = ${companyId}) as channels,
      (select json_build_object(
          'matched', count(i.sku_id),
          'left', count(*) filter (where i.external_id is not null and i.sku_id is null),
          'isReading', coalesce(bool_or(c.type in (${shops}) and c.items_read_at is null and c.is_active), false),
          'channelId', (array_agg(c.id order by c.created_at) filter (where i.external_id is not null and i.sku_id is null))[1]
        )
        from channels c
        left join channel_items i on i.company_id = c.company_id and i.channel_id = c.id and i.removed_at is null
          and not i.is_ignored
        where c.company_id = ${companyId}) as matching,
      (select json_build_object('isChosen', buffer_chosen_at is not null or units > 0, 'units', units)
        from company_settings s, lateral (
          select greatest(s.safety_buffer, (select max(safety_buffer) from channels where company_id = ${companyId})) as units
        ) as largest
        where s.company_id = ${companyId}) as buffer,
      (select json_build_object('testedAt', tested_order_at) from company_settings where company_id = ${companyId})
        as "testOrder",
      (select json_build_object('channels', count(*)) from channels
        where company_id = ${companyId} and is_active
          and case when type in (${shops}) then is_pushed else is_pushed or last_heard_at is not null end) as live`)
  const [found] = rows
  if (!found) throw new Error('A select without a table has one row')
  const { stock, testOrder } = found
  return {
    ...found,
    stock: { ...stock, readAt: isoOrNull(stock.readAt) },
    testOrder: { testedAt: isoOrNull(testOrder.testedAt) },
  }
}

const isoOrNull = (written: string | null) => (written === null ? null : iso(written))

export function decideFirstSteps(
  ctx: CompanyContext,
  { decision }: { decision: FirstStepDecision },
): Promise<FirstSteps> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  const after = {
    keep_no_buffer: { bufferChosenAt: now },
    hide: { firstStepsHiddenAt: now },
    show: { firstStepsHiddenAt: null },
  }[decision]
  return ctx.transaction(async (tx) => {
    await tx.update(companySettings).set(after).where(eq(companySettings.companyId, companyId))
    const entry = { action: 'first-steps.decide', resource: 'settings', resourceId: null, companyId } as const
    await recordAudit(tx, ctx, { ...entry, after: { decision } })
    await ctx.publishChange(tx, 'settings')
    return querySteps(tx, companyId, now)
  })
}

/** A real question to Amazon about one unit of the SKU of which most is there. It orders and reserves nothing. */
export async function tryTestOrder(ctx: CompanyContext): Promise<TestOrder> {
  const { companyId } = ctx
  const { account, destination, item } = await ctx.read((tx) => prepareTestOrder(tx, companyId))
  const { integrationId, marketplaceId } = account
  const lines = [{ itemId: 'test-1', sku: item.sku, quantity: 1 }]
  const constraints = { blankBox: false, blocksAmazonLogistics: false }
  const speeds = await previewSpeeds(ctx, integrationId, { marketplaceId, destination, lines, constraints })
  await ctx.transaction(async (tx) => {
    await tx
      .update(companySettings)
      .set({ testedOrderAt: ctx.clock.now() })
      .where(eq(companySettings.companyId, companyId))
    const entry = { action: 'first-steps.test-order', resource: 'settings', resourceId: null, companyId } as const
    await recordAudit(tx, ctx, { ...entry, after: { sku: item.sku } })
    await ctx.publishChange(tx, 'settings')
  })
  return { ...item, destination: `${destination.city}, ${destination.country}`, speeds }
}

async function prepareTestOrder(tx: Tx, companyId: string) {
  const accounts = await listShownAccounts(tx)
  if (!accounts.some(({ isActive }) => isActive)) throw new AppError('conflict', say('Connect Amazon first.'))
  const account = chooseAccount(accounts, 'US')
  const country = amazonMarketplaces.find(({ id }) => id === account.marketplaceId)?.countryCode
  const destination = publicAddresses.find((address) => address.country === country)
  if (!destination) {
    throw new AppError('conflict', say('Multi-Channel Fulfillment isn’t available in any of your marketplaces.'))
  }
  const { rows } = await tx.execute<{ sku: string; title: string }>(sql`
    select s.sku, coalesce(s.title, p.title) as title
    from stock_levels l
    join skus s on s.company_id = l.company_id and s.id = l.sku_id
    join products p on p.company_id = s.company_id and p.id = s.product_id
    where l.company_id = ${companyId} and s.stock_holder = 'amazon' and l.qty_free > 0
    order by l.qty_free desc, l.sku_id limit 1`)
  const [item] = rows
  if (!item) throw new AppError('conflict', say('None of your SKUs has stock at Amazon. Import your stock first.'))
  return { account, destination, item }
}

/** City halls, one in each country in which Amazon ships orders of other shops. */
const publicAddresses: readonly ShipToAddress[] = (
  [
    ['US', '1 Dr Carlton B Goodlett Pl', 'San Francisco', 'CA', '94102'],
    ['CA', '100 Queen St W', 'Toronto', 'ON', 'M5H 2N2'],
    ['MX', 'Plaza de la Constitución 2', 'Ciudad de México', 'CDMX', '06000'],
    ['GB', 'Kamal Chunchie Way', 'London', null, 'E16 1ZE'],
    ['DE', 'Rathausstraße 15', 'Berlin', null, '10178'],
    ['FR', 'Place de l’Hôtel de Ville', 'Paris', null, '75004'],
    ['IT', 'Piazza del Campidoglio 1', 'Roma', 'RM', '00186'],
    ['ES', 'Calle de Montalbán 1', 'Madrid', 'Madrid', '28014'],
    ['JP', '2-8-1 Nishishinjuku', 'Shinjuku', 'Tokyo', '163-8001'],
    ['AU', '483 George St', 'Sydney', 'NSW', '2000'],
  ] as const
).map(([country, line1, city, state, postalCode]) => ({
  name: 'Test order',
  line1,
  line2: null,
  city,
  state,
  postalCode,
  country,
  phone: null,
}))
