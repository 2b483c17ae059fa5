import { eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderStatuses, type OrderStatus } from '#contract/order-status.ts'
import { promotionState, promotionStates } from '#contract/promotion-state.ts'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { startMeta, type RunningMeta } from '#emulators/meta/start-meta.ts'
import { listJobs, retryJob } from '#server/features/jobs/background-jobs.ts'
import { listAttention } from '#server/features/orders/attention/list-attention.ts'
import { countWaiting, listOrders } from '#server/features/orders/list/list-orders.ts'
import { readOrder } from '#server/features/orders/read-order.ts'
import { listPromotions } from '#server/features/promotions/queries.ts'
import { listViews } from '#server/features/saved-views/saved-views.ts'
import { createAmazonClient } from '#server/integrations/amazon/client.ts'
import { application, testSettings } from '#server/integrations/amazon/fixtures/test-settings.ts'
import { createAmazonFulfillment } from '#server/integrations/amazon/fulfillment.ts'
import { createAmazonListings } from '#server/integrations/amazon/listings.ts'
import { createAmazonMarketplace } from '#server/integrations/amazon/marketplace.ts'
import { createMetaShops } from '#server/integrations/meta/channel.ts'
import type { CompanyContext, Deps } from '#server/platform/context.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestDeps, noPorts } from '#server/testing/app.ts'
import { handlers } from '#server/worker.ts'
import { connectDemo } from './amazon.ts'
import { asOperator } from './operator.ts'
import { addDemoChannels } from './channels.ts'
import { addFailedJob } from './failed-job.ts'
import { loadDemo } from './load-demo.ts'
import { addDemoMessages } from './messages.ts'
import { addDemoOrders } from './orders.ts'
import { addDemoPromotions } from './promotions.ts'
import { addDemoReports } from './reports.ts'

const appSecret = 'the secret of the application'
let amazon: RunningAmazon
let meta: RunningMeta
let test: Awaited<ReturnType<typeof createTestDeps>>
let deps: Deps
let ctx: CompanyContext
const lines: string[] = []

beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'off', speed: 0 })
  meta = await startMeta({ appSecret, limits: 'off', speed: 0 })
  test = await createTestDeps()
  const { settings } = testSettings(amazon)
  const client = createAmazonClient(settings)
  deps = {
    ...test.deps,
    clock: { now: () => new Date(amazon.clock.time()) },
    log: createLog({ LOG_LEVEL: 'warn' }, 'test', { write: (line) => lines.push(line) }),
    config: { ...test.deps.config, AMAZON_SP_API_URL: amazon.url, META_GRAPH_URL: meta.url },
    ports: {
      ...noPorts,
      marketplace: createAmazonMarketplace(settings, client),
      listings: createAmazonListings(settings, client),
      fulfillment: createAmazonFulfillment(settings, client),
      channels: {
        ...noPorts.channels,
        meta_shops: createMetaShops({ graphUrl: meta.url, appSecret, version: 'test', fetch }),
      },
    },
  }
  await loadDemo(deps.db, deps.clock)
  await connectDemo(deps)
  await addDemoChannels(deps)
  await addDemoPromotions(deps)
  await addDemoOrders(deps)
  ctx = await asOperator(deps)
})
afterAll(async () => {
  await test.close()
  await meta.stop()
  await amazon.stop()
})

const ask = async (question: SQL) => (await ctx.transaction((tx) => tx.execute(question))).rows

async function totalOf(status?: OrderStatus): Promise<number> {
  return (await listOrders(ctx, { limit: 1, ...(status && { status }) })).total
}

async function pass(seconds: number): Promise<void> {
  amazon.clock.advance(seconds * 1000)
  const job = { ...ctx, actor: { type: 'job', name: 'test' } as const }
  for (const name of ['orders.send', 'orders.follow', 'orders.watch', 'channels.send-messages'] as const) {
    await handlers[name](job, {})
  }
}

it('the demo company has 300 orders in every status, of three channels and sixty days', async () => {
  expect(lines).toEqual([])
  expect(await totalOf()).toBe(300)
  const counts = Object.fromEntries(
    await Promise.all(orderStatuses.map(async (status) => [status, await totalOf(status)])),
  )
  expect(counts).toMatchObject({ placed: 13, acknowledged: 4, sent_to_fulfillment: 5 })
  expect(counts['shipped']).toBeGreaterThan(8)
  expect(counts['cancelled']).toBeGreaterThan(8)
  expect(counts['delivered']).toBeGreaterThan(200)
  const [span] = await ask(sql`
    select count(distinct channel_id)::int as channels, count(distinct customer_id)::int > 120 as people,
      max(placed_at) > now() - interval '1 hour' as "isFresh", min(placed_at) < now() - interval '55 days' as "isLong",
      count(*) filter (where held_at is not null)::int as held,
      count(*) filter (where partial_reason is not null)::int as partial
    from orders`)
  expect(span).toEqual({ channels: 3, people: true, isFresh: true, isLong: true, held: 2, partial: 1 })
})

it('demo orders are numbered by time, and new ones continue', async () => {
  // The two orders of the Meta emulator are placed in the same second.
  const numbered = await ctx.transaction((tx) => tx.select().from(orders).orderBy(orders.placedAt, orders.orderNumber))
  expect(numbered.map(({ orderNumber }) => orderNumber)).toEqual(numbered.map((_, index) => `LS-${10_001 + index}`))
  expect(await ask(sql`select last::int from order_numbers`)).toEqual([{ last: 10_300 }])
})

it('exactly three demo orders need attention, each for another reason', async () => {
  const { rows } = await listAttention(ctx, { limit: 50 })
  expect(rows.map(({ code }) => code).toSorted()).toEqual(['bad_address', 'not_enough_stock', 'unmapped_sku'])
  expect(await countWaiting(ctx)).toEqual({ waiting: 3 })
})

it('only open demo orders hold units, so that every level adds up', async () => {
  const wrong = await ask(sql`
    select s.sku from stock_levels l join skus s on s.id = l.sku_id
    where l.qty_held <> (select coalesce(sum(quantity), 0) from stock_holds h where h.sku_id = l.sku_id and h.ended_at is null)`)
  expect(wrong).toEqual([])
  const unheld = await ask(sql`
    select o.order_number, i.sku from order_items i join orders o on o.id = i.order_id
    cross join lateral (
      select coalesce(sum(quantity) filter (where h.ended_at is null), 0) as open,
        coalesce(sum(quantity) filter (where h.ending is distinct from 'cancelled'), 0) as taken
      from stock_holds h where h.order_item_id = i.id
    ) as held
    where i.sku_id is not null and (taken <> case o.status when 'cancelled' then 0 else i.quantity end
      or (o.status in ('placed', 'acknowledged') and open <> i.quantity))`)
  expect(unheld).toEqual([])
})

it('demo orders make no further SKU low', async () => {
  const before = await ask(sql`
    select s.sku from stock_levels l join skus s on s.id = l.sku_id
    where l.qty_available > 10 and l.qty_free <= 10`)
  expect(before).toEqual([])
})

it('the timeline of a delivered demo order is complete, from the channel to the door', async () => {
  const { rows } = await listOrders(ctx, { limit: 1, status: 'delivered' })
  const order = await readOrder(ctx, { orderId: rows[0]?.id ?? '' })
  const [attempt] = order.fulfillments
  expect(attempt?.status).toBe('delivered')
  const parcels = attempt?.packages.map(({ carrier, carrierStatus }) => `${carrier} ${carrierStatus}`)
  expect(new Set(parcels)).toEqual(new Set(['UPS DELIVERED']))
  expect(order.timeline.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['order.placed', 'fulfillment.requested', 'package.shipped', 'package.delivered']),
  )
  const moments = order.timeline.map(({ occurredAt }) => occurredAt)
  expect([moments, moments.toReversed()]).toContainEqual(moments.toSorted())
  expect(order.customer?.email).toMatch(/@example\.(com|net|org)$/)
  expect(order.items.map(({ held, unsent }) => held + unsent)).toEqual(order.items.map(() => 0))
})

it('the demo has saved views', async () => {
  expect((await listViews(ctx)).map(({ name, isShared }) => [name, isShared])).toEqual([
    ['On hold', true],
    ['To ship today', true],
  ])
})

it('the Amazon emulator knows the orders under way: some ship within minutes, some are planned for tomorrow', async () => {
  for (let minutes = 0; minutes < 10; minutes += 2) await pass(120)
  expect(await totalOf('sent_to_fulfillment')).toBe(2)
  const asked = await ctx.transaction((tx) => tx.select().from(fulfillments).where(isNotNull(fulfillments.nextCheckAt)))
  expect(asked.filter(({ status }) => status === 'planning')).toHaveLength(2)
  expect(asked.filter(({ status }) => status === 'shipped').length).toBeGreaterThan(8)
  expect(await countWaiting(ctx)).toEqual({ waiting: 3 })
})

it('every demo package is delivered once within a week, and the partly sent order then asks what to do', async () => {
  for (let day = 0; day < 7; day += 1) await pass(24 * 3600)
  expect(await ask(sql`select status from fulfillments where next_check_at is not null`)).toEqual([])
  expect([await totalOf('shipped'), await totalOf('sent_to_fulfillment')]).toEqual([1, 0])
  const twice = await ask(sql`
    select order_id from order_events where event = 'fulfillment.delivered' group by order_id having count(*) > 1`)
  expect(twice).toEqual([])
  const [partly] = await ctx.transaction((tx) => tx.select().from(orders).where(eq(orders.status, 'shipped')))
  expect(partly?.partialReason).toContain('still to be sent')
  const raised = (await listAttention(ctx, { limit: 50 })).rows.slice(3)
  expect(raised).toMatchObject([{ code: 'shipped_partly', orderId: partly?.id }])
})

it('the demo has promotions in every state, redeemed by orders of their days and released by cancelled ones', async () => {
  const { rows } = await ctx.transaction((tx) => listPromotions(tx, ctx, { limit: 50 }))
  const states = rows.map((promotion) => promotionState(promotion, ctx.clock.now()))
  expect(new Set(states)).toEqual(new Set(promotionStates))
  const used = rows.filter(({ redemptionCount }) => redemptionCount > 0)
  expect(used.map(({ title }) => title).toSorted()).toEqual([
    'Autumn thank-you',
    'Clear the shelves',
    'Loyal customers',
    'Summer of trails',
    'Weekend flash sale',
    'Welcome gift',
  ])
  expect(
    await ask(sql`
      select o.order_number from promotion_redemptions r
      join promotions p on p.id = r.promotion_id join orders o on o.id = r.order_id
      where r.redeemed_at <> o.placed_at or o.placed_at < p.starts_at or o.placed_at >= p.ends_at
        or (r.released_at is null) <> (o.status <> 'cancelled')`),
  ).toEqual([])
})

it('customers of past demo orders were notified, and none by text who has opted out', async () => {
  const listNotices = () => ask(sql`select kind from security_notices`)
  expect(await listNotices()).not.toEqual([])
  await addDemoMessages(deps)
  expect(await listNotices(), 'emails about channels that the demo added').toEqual([])
  expect(lines).toEqual([])
  const [told] = await ask(sql`
    select count(*) filter (where n.status = 'sent')::int > 300 as sent,
      count(*) filter (where n.status in ('failed', 'skipped'))::int between 3 and 60 as unsent,
      count(*) filter (where n.sent_at > ${ctx.clock.now().toISOString()} or n.sent_at < n.created_at)::int as impossible,
      count(*) filter (where n.status = 'sent' and n.method = 'sms' and exists (
        select from notification_opt_outs u where u.recipient_hash = n.recipient_hash))::int as unwanted,
      count(*) filter (where n.status = 'sent' and n.method = 'sms' and n.audience = 'customer'
        and a.state in ('NY', 'NJ', 'MA') and extract(hour from n.sent_at at time zone 'America/New_York')
          not between 8 and 21)::int as nightly
    from notifications n
    join orders o on o.id = n.order_id and o.status in ('shipped', 'delivered', 'cancelled')
    left join customer_addresses a on a.id = o.shipping_address_id`)
  expect(told).toEqual({ sent: true, unsent: true, impossible: 0, unwanted: 0, nightly: 0 })
})

it('demo sales concentrate on some SKUs, in every channel, by new and returning customers', async () => {
  const [sold] = await ask(sql`
    with recent as (select * from orders where placed_at > now() - interval '30 days' and status <> 'cancelled'),
      units as (select sku_id, sum(quantity) as sold from order_items join recent on recent.id = order_id group by sku_id),
      cover as (select qty_free * 30 / sold as days from units join stock_levels using (sku_id) where qty_free > 0)
    select (select max(sold) >= 8 and min(sold) = 1 from units) as "isUneven",
      (select min(days) < 15 and max(days) > 300 from cover) as "coverDiffers",
      (select count(distinct channel_id)::int from recent) as channels,
      (select sum(discount_amount) > 100 from recent) as "hasDiscounts",
      (select count(*) > 20 from customers c where exists (select from recent where customer_id = c.id)
        and exists (select from orders o where o.customer_id = c.id and o.placed_at <= now() - interval '30 days')) as "someReturn"`)
  expect(sold).toEqual({ isUneven: true, coverDiffers: true, channels: 3, hasDiscounts: true, someReturn: true })
})

it('the demo has a job that failed a day ago and succeeds when retried', async () => {
  await addFailedJob(deps)
  expect(lines).toEqual([])
  const { rows } = await ctx.transaction((tx) => listJobs(tx, { limit: 5, status: 'failed' }))
  expect(rows).toMatchObject([{ name: 'channels.poll', attempts: 3, error: 'Timed out after 15 minutes' }])
  const jobId = rows[0]?.id ?? ''
  expect(await retryJob(ctx, { jobId })).toMatchObject({ status: 'waiting', attempts: 0, error: null })
  const [job] = await ask(sql`select data from background_jobs where id = ${jobId}`)
  const asJob = { ...ctx, actor: { type: 'job', name: 'channels.poll' } as const }
  expect(await handlers['channels.poll'](asJob, job?.['data'] as { channelId: string })).not.toHaveProperty('problem')
})

it('the demo’s two reports were sent to their recipients, except one that was rejected', async () => {
  await addDemoReports(deps)
  expect(lines).toEqual([])
  const runs = await ask(sql`
    select s.name, r.status, r.recipients, count(*)::int > 3 as several, bool_or(r.error is not null) as explained,
      bool_or(r.due_at > ${ctx.clock.now().toISOString()} or r.end_date >= r.due_at at time zone 'America/Los_Angeles') as impossible
    from report_runs r join scheduled_reports s on s.id = r.scheduled_report_id
    group by 1, 2, 3 order by 1, 2`)
  const [finance, operations] = [['finance@harborandpine.test'], ['operations@harborandpine.test']]
  const [daily, weekly] = ['Daily sales summary', 'Weekly inventory report']
  expect(runs).toEqual([
    { name: daily, status: 'failed', recipients: finance, several: false, explained: true, impossible: false },
    { name: daily, status: 'sent', recipients: finance, several: true, explained: false, impossible: false },
    { name: weekly, status: 'sent', recipients: operations, several: true, explained: false, impossible: false },
  ])
})
