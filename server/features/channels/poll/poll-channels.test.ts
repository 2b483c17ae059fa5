import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '#emulators/meta/orders/place-order.ts'
import { companyContext, noOrigin, platformContext } from '#server/platform/context.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { createTestDeps, manualClock, noPorts, inactiveTrigger } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { accountId, createMetaShopFixture, token } from '#server/testing/meta-shop-fixture.ts'
import { decryptContent } from '../inbox/delivery-content.ts'
import { pollChannel } from './poll-channels.ts'
import { startDuePolls } from './start-due-polls.ts'
import { queryJobs } from '#server/testing/test-jobs.ts'

let fixture: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => void (fixture = await createTestDeps()))
afterAll(() => fixture.close())

type Given = NonNullable<Parameters<typeof buildChannel>[2]>

/** A company with one Meta channel, a shop at the emulator, and the workers that were triggered. */
async function openShop({ config, ...given }: Given = {}) {
  const { meta, shop, channel: meta_shops } = await createMetaShopFixture()
  const triggered: string[] = []
  const clock = manualClock()
  const deps = {
    ...fixture.deps,
    clock,
    ports: { ...noPorts, channels: { ...noPorts.channels, meta_shops } },
    workerTrigger: { ...inactiveTrigger, trigger: (_company: string, worker: string) => void triggered.push(worker) },
  }
  const { id: companyId } = await buildCompany(deps.db)
  const ctx = companyContext(deps, { actor: { type: 'job', name: 'channels.poll' }, origin: noOrigin }, companyId)
  const { id: channelId } = await buildChannel(deps, companyId, {
    type: 'meta_shops',
    accessToken: token,
    config: { commerceAccountId: accountId, catalogId: shop.catalogId, ...config },
    ...given,
  })
  const buy = (items = [{ retailerId: 'TEE-L', quantity: 1, price: 1900 }]) =>
    placeOrder(meta.state, shop, { items, state: 'CREATED' }, meta.clock.now())
  const readChannel = async () => (await ctx.transaction((tx) => tx.select().from(channels)))[0]
  const readInbox = () => ctx.transaction((tx) => tx.select().from(webhookEvents).orderBy(webhookEvents.id))
  const poll = () => pollChannel(ctx, { channelId })
  return { ctx, deps, meta, shop, clock, triggered, channelId, buy, poll, readChannel, readInbox }
}

test('polling stores changed orders in the inbox, once, and triggers the intake', async () => {
  const { ctx, buy, poll, triggered, readInbox, readChannel, clock } = await openShop()
  const order = buy()
  expect(await poll()).toEqual({ found: 1, new: 1 })
  const [event, ...others] = await readInbox()
  expect(others).toEqual([])
  expect(event).toMatchObject({
    source: 'poll',
    isVerified: true,
    isProcessed: false,
    deliveryId: expect.stringContaining(`${order.id} ${order.lastUpdated.slice(0, 19)}+00:00 `),
  })
  const { body, headers } = decryptContent(
    ctx.vault,
    { companyId: ctx.companyId, id: event?.id ?? '' },
    event?.payload ?? '',
  )
  const reading = ctx.ports.channels.meta_shops.read({ body, headers, receivedAt: clock.now() })
  expect(reading).toMatchObject({ kind: 'order', event: { order: { externalOrderId: order.id } } })
  expect(triggered).toEqual(['orders.take-in'])
  expect(await readChannel()).toMatchObject({ lastPolledAt: clock.now(), pollCursor: expect.any(String) })

  expect(await poll()).toEqual({ found: 1, new: 0 })
  expect(triggered).toHaveLength(1)
})

test('polling finds a change within the second of the last one', async () => {
  const { buy, poll } = await openShop()
  const order = buy()
  await poll()
  order.address = { ...order.address, street1: '2 Main St' }
  expect(await poll()).toEqual({ found: 1, new: 1 })
})

test('polling continues where the last poll ended', async () => {
  const { buy, poll, meta } = await openShop()
  buy()
  await poll()
  meta.clock.advance(7_200_000)
  buy()
  expect(await poll()).toEqual({ found: 2, new: 1 })
  expect(await poll()).toEqual({ found: 1, new: 0 })
})

test('an interrupted poll starts again and loses nothing', async () => {
  const { buy, poll, meta, readInbox, readChannel } = await openShop()
  for (let count = 0; count < 60; count += 1) buy()
  meta.faults.add({ kind: 'throttle', operation: 'commerce_orders', after: 1 })
  expect(await poll()).toMatchObject({ found: 0, problem: expect.stringContaining('too many requests') })
  expect(await readInbox()).toHaveLength(50)
  expect(await readChannel()).toMatchObject({ pollCursor: null, accessError: null })
  expect(await poll()).toEqual({ found: 60, new: 10 })
  expect(await readInbox()).toHaveLength(60)
})

test('a refused token is recorded as access error, and a valid one clears it', async () => {
  const { buy, poll, shop, readChannel } = await openShop()
  buy()
  shop.tokens = []
  expect(await poll()).toMatchObject({ problem: expect.stringContaining('access token') })
  expect(await readChannel()).toMatchObject({ accessError: expect.stringContaining('access token'), pollCursor: null })
  shop.tokens = [token]
  expect(await poll()).toEqual({ found: 1, new: 1 })
  expect(await readChannel()).toMatchObject({ accessError: null })
})

test('a failure that no user can fix does not stop polling', async () => {
  const { buy, poll, meta, readChannel } = await openShop()
  buy()
  meta.faults.add({ kind: 'wrong-shape' })
  expect(await poll()).toMatchObject({ problem: expect.stringContaining('can’t read') })
  expect(await readChannel()).toMatchObject({ accessError: null, pollCursor: null })
  expect(await poll()).toEqual({ found: 1, new: 1 })
})

const notAsked: [string, Given][] = [
  ['is inactive', { isActive: false }],
  ['takes no orders', { config: { takesOrders: false } }],
  ['has no commerce account', { config: { commerceAccountId: null } }],
  ['has no token', { accessToken: null }],
  ['is a website', { type: 'website' }],
]

test.each(notAsked)('polling skips a channel that %s', async (_, given) => {
  const { deps, buy, poll, readInbox, channelId } = await openShop(given)
  buy()
  expect(await poll()).toEqual({ found: 0, new: 0 })
  expect(await readInbox()).toEqual([])
  await start(deps)
  expect(await queuedFor(channelId)).toBe(0)
})

test('each channel is polled every five minutes, however many workers check', async () => {
  const { deps, clock, channelId } = await openShop()
  await Promise.all([start(deps), start(deps), start(deps)])
  expect(await queuedFor(channelId)).toBe(1)
  clock.advance(280)
  await start(deps)
  expect(await queuedFor(channelId)).toBe(1)
  clock.advance(20)
  await start(deps)
  expect(await queuedFor(channelId)).toBe(2)
})

test('a channel with an access error is not polled', async () => {
  const { deps, ctx, channelId, clock } = await openShop({ accessError: 'Meta no longer takes this access token.' })
  await start(deps)
  expect(await queuedFor(channelId)).toBe(0)
  await ctx.transaction((tx) => tx.update(channels).set({ accessError: null }).where(eq(channels.id, channelId)))
  clock.advance(60)
  await start(deps)
  expect(await queuedFor(channelId)).toBe(1)
})

const start = (deps: Parameters<typeof platformContext>[0]) =>
  startDuePolls(platformContext(deps, { actor: { type: 'job', name: 'channels.start-due-polls' }, origin: noOrigin }))

async function queuedFor(channelId: string): Promise<number> {
  const { rows } = await queryJobs<{ count: number }>(
    fixture.deps.db,
    `select count(*)::int as count from pgboss.job where data ->> 'job' = 'channels.poll' and data -> 'payload' ->> 'channelId' = $1`,
    [channelId],
  )
  return rows[0]?.count ?? 0
}
