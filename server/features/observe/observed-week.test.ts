import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { putItems } from '#emulators/amazon/stocked-items.ts'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import type { Difference } from '#contract/observe-values.ts'
import type { ShippingSpeed } from '#contract/order-status.ts'
import { watchWebhooks } from '#server/features/channels/connect/watch-webhooks.ts'
import { sendMessages } from '#server/features/channels/messages/send-messages.ts'
import { pollChannel } from '#server/features/channels/poll/poll-channels.ts'
import { getConnectedAccountOrThrow } from '#server/features/marketplace/amazon-access.ts'
import { sendDueNotifications } from '#server/features/notifications/sending/send-notifications.ts'
import { autoFulfill } from '#server/features/orders/fulfillment/auto-fulfill.ts'
import { submitDueAttempts } from '#server/features/orders/fulfillment/submit-attempts.ts'
import { trackDueAttempts } from '#server/features/orders/fulfillment/track-fulfillments.ts'
import { processInbox } from '#server/features/orders/intake/process-inbox.ts'
import { createAmazonClient } from '#server/integrations/amazon/client.ts'
import { createAmazonFulfillment } from '#server/integrations/amazon/fulfillment.ts'
import { testSettings } from '#server/integrations/amazon/fixtures/test-settings.ts'
import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import { createTestDeps, noPorts } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { connectEmulatorAccount, emulatorApplication } from '#server/testing/emulator-account.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { createShopFixture, shopItem } from '#server/testing/fake-shop.ts'
import { anOrder } from '#server/testing/intake-fixture.ts'
import { countStock } from '#server/testing/stock.ts'
import { compareWithReality } from './jobs.ts'
import { listDecisions, readSummary } from './decisions.ts'
import { switchMode } from './switch-mode.ts'

/*
 * A week in which another tool does the work: it sends the orders to Amazon's stand-in and tells the shop its stock. Lockstep observes. The
 * stand-ins' logs then have no writing call of Lockstep, and the differences are those that the other tool was told to make.
 */

const application = { clientId: emulatorApplication.id, clientSecret: emulatorApplication.secret }
const hour = 3_600_000

let amazon: RunningAmazon
let test: Awaited<ReturnType<typeof createTestDeps>>
let lockstepCalls: ReturnType<typeof testSettings>['requests']
let otherTool: FulfillmentService
/** Writing calls to the shop and mails, as the shop and the mail service have noted them. */
const written: string[] = []

beforeAll(async () => {
  amazon = await startAmazon({ client: emulatorApplication, limits: 'off', speed: 0 })
  const own = testSettings(amazon, { mayHang: true, ...application })
  lockstepCalls = own.requests
  const others = testSettings(amazon, { mayHang: true, ...application })
  otherTool = createAmazonFulfillment(others.settings, createAmazonClient(others.settings))
  const fulfillment = createAmazonFulfillment(own.settings, createAmazonClient(own.settings))
  const mail = { from: 'a@example.com', send: async () => (written.push('mail'), { externalId: '1', refused: [] }) }
  test = await createTestDeps({ clock: { now: () => amazon.clock.now() }, ports: { ...noPorts, fulfillment, mail } })
})
afterAll(async () => {
  await test.close()
  await amazon.stop()
})

/** How the other tool handles an order; by default ten minutes later, at the same speed and whole. */
type Handling = { minutes?: number; speed?: ShippingSpeed; units?: number; times?: number; isLeft?: boolean }

type SeededOrder = {
  id: string
  day: number
  sku?: string
  quantity?: number
  handling?: Handling
  difference?: Difference
}

const plain = Array.from({ length: 14 }, (_, index): SeededOrder => ({ id: `20${100 + index}`, day: index % 6 }))

const seeded: SeededOrder[] = [
  ...plain,
  { id: '30001', day: 1, handling: { speed: 'priority' }, difference: 'speed_differs' },
  { id: '30002', day: 2, handling: { minutes: 180 }, difference: 'time_differs' },
  { id: '30003', day: 2, handling: { isLeft: true }, difference: 'not_sent' },
  { id: '30004', day: 3, handling: { times: 2 }, difference: 'sent_twice' },
  { id: '30005', day: 3, quantity: 2, handling: { units: 1 }, difference: 'units_differ' },
  { id: '30006', day: 4, sku: 'RARE', quantity: 2, difference: 'sent_anyway' },
]

const stock = { LAMP: 500, BENCH: 40, CUP: 30, RARE: 1 }

async function openCompany() {
  const config = {
    pushesStock: true,
    autoFulfill: true,
    autoFulfillDelayMinutes: 0,
    shippingSpeed: 'standard',
  } as const
  const fixture = await createShopFixture(test.deps, { config })
  const { companyId, ctx, shop, channel } = fixture
  Object.assign(shop.adapter, {
    report: async () => (written.push('report'), { status: 200 }),
    ensureWebhooks: async () => (written.push('webhooks'), { healed: [], problem: null, state: {} }),
  })
  const [seller] = Object.values(amazon.state.sellers)
  if (!seller) throw new Error('The stand-in has no seller')
  for (const [sku, available] of Object.entries(stock)) {
    putItems(amazon.state, seller, unitedStates, [{ sku, title: sku, fulfillable: 1000 }], amazon.clock.now())
    const { id } = await buildSku(test.deps.db, companyId, { sku, stockHolder: 'amazon' })
    await countStock(test.deps.db, companyId, id, { available, readAt: amazon.clock.now() })
  }
  const accountId = await connectEmulatorAccount(test.deps, companyId, amazon)
  shop.items = [
    shopItem('1', { sku: 'LAMP', quantity: stock.LAMP }),
    shopItem('2', { sku: 'BENCH', quantity: stock.BENCH + 3 }),
    shopItem('3', { sku: 'CUP', quantity: stock.CUP - 2 }),
  ]
  await fixture.read()
  return { ...fixture, account: await getConnectedAccountOrThrow(ctx, accountId), channel }
}

type Company = Awaited<ReturnType<typeof openCompany>>

/** Everything that Lockstep's worker does. */
async function work({ ctx, channel, push, read }: Company) {
  await pollChannel(ctx, { channelId: channel.id })
  await processInbox(ctx)
  await autoFulfill(ctx)
  await submitDueAttempts(ctx)
  await trackDueAttempts(ctx)
  await read()
  await push()
  await sendMessages(ctx)
  await sendDueNotifications(ctx)
  await watchWebhooks(ctx, { channelId: channel.id })
}

let submissions = 0

/** The other tool sends an order to Amazon under its own id. */
async function send(
  { account }: Company,
  { id, sku = 'LAMP', quantity = 1, handling = {} }: SeededOrder,
  part: number,
) {
  submissions += 1
  await otherTool.submit(account, {
    marketplaceId: unitedStates,
    externalId: `OT-${id}-${part}`,
    orderNumber: `#${id}`,
    placedAt: amazon.clock.now(),
    comment: 'Thank you',
    speed: handling.speed ?? 'standard',
    destination: {
      name: 'Ana Ruiz',
      line1: '1 Main St',
      line2: null,
      city: 'Seattle',
      state: 'WA',
      postalCode: '98101',
      country: 'US',
      phone: null,
    },
    lines: [{ itemId: `item-${id}-${part}`, sku, quantity: handling.units ?? quantity }],
    constraints: { blankBox: false, blocksAmazonLogistics: false },
  })
}

async function liveThroughDay(company: Company, day: number) {
  const { shop } = company
  const orders = seeded.filter((order) => order.day === day)
  shop.orders = orders.map(({ id, sku = 'LAMP', quantity = 1 }) => ({
    id: `poll ${id}`,
    body: anOrder(id, { placedAt: amazon.clock.now().toISOString(), items: [{ sku, quantity, unitPrice: '19.00' }] }),
  }))
  await work(company)
  const sending = orders.filter(({ handling }) => !handling?.isLeft)
  const startedAt = amazon.clock.now().getTime()
  for (const order of sending.toSorted((a, b) => (a.handling?.minutes ?? 10) - (b.handling?.minutes ?? 10))) {
    const at = startedAt + (order.handling?.minutes ?? 10) * 60_000
    amazon.clock.advance(Math.max(at - amazon.clock.now().getTime(), 0))
    for (let part = 1; part <= (order.handling?.times ?? 1); part += 1) await send(company, order, part)
  }
  // The other tool tells the shop what is left of the lamps that it has sold.
  const sold = seeded.filter((order) => order.day <= day && (order.sku ?? 'LAMP') === 'LAMP')
  const units = sold.reduce((sum, { quantity = 1 }) => sum + quantity, 0)
  shop.items = shop.items.map((item) => (item.sku === 'LAMP' ? { ...item, quantity: stock.LAMP - units } : item))
  for (let step = 0; step < 4; step += 1) {
    amazon.clock.advance(6 * hour)
    await compareWithReality(company.ctx)
    await work(company)
  }
}

const isWrite = ({ url, init }: (typeof lockstepCalls)[number]) =>
  (init.method ?? 'GET') !== 'GET' && !/\/auth\/o2\/token|\/fulfillmentOrders\/preview$/.test(new URL(url).pathname)

it('a week of observing writes nothing, and reports exactly the seeded differences', async () => {
  const company = await openCompany()
  const { ctx, shop } = company
  await switchMode(ctx, { isObserving: true })
  for (let day = 0; day < 7; day += 1) {
    if (day === 5) await send(company, { id: 'PHONE-7', day }, 1)
    await liveThroughDay(company, day)
  }

  expect({ written, pushed: shop.pushed, toAmazon: lockstepCalls.filter(isWrite) }).toEqual({
    written: [],
    pushed: [],
    toAmazon: [],
  })
  const { createFulfillmentOrder, cancelFulfillmentOrder } = amazon.stats.read()
  expect([createFulfillmentOrder?.requests, cancelFulfillmentOrder]).toEqual([submissions, undefined])

  const { rows } = await listDecisions(ctx, { only: 'differences', limit: 100 })
  const { rows: numbers } = await ctx.transaction((tx) =>
    tx.execute<{ id: string; number: string }>(sql`select external_order_id as id, order_number as number from orders`),
  )
  const nameOf = (label: string) => numbers.find(({ number }) => number === label)?.id ?? label
  const expected = seeded.flatMap(({ id, difference }) => (difference ? [`${id} ${difference}`] : []))
  const seededDifferences = [...expected, '#PHONE-7 not_known', 'BENCH shows_more', 'CUP shows_less']
  const reported = rows.map(({ label, verdict }) => `${nameOf(label)} ${verdict}`)
  expect(new Set(reported)).toEqual(new Set(seededDifferences))
  expect(reported).toHaveLength(seededDifferences.length)
  const { counts, fees } = await readSummary(ctx)
  expect(counts.find(({ kind }) => kind === 'order')).toMatchObject({
    total: seeded.length + 1,
    same: plain.length,
    waiting: 0,
  })
  expect(counts.find(({ kind }) => kind === 'stock')).toMatchObject({ same: 1, different: 2 })
  expect(fees).toMatchObject([{ currency: 'USD' }])

  // The logs do see writing calls: live, the shop is told its stock at once.
  await switchMode(ctx, { isObserving: false })
  await company.push()
  expect(shop.pushed.flat().map(({ sku, sellable }) => [sku, sellable])).toContainEqual(['BENCH', stock.BENCH])
}, 120_000)
