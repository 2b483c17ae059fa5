import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FirstSteps } from '#contract/first-steps.ts'
import { channelItems, channels } from '#server/platform/db/schema/channels.ts'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { createShopFixture, shopItem } from '#server/testing/fake-shop.ts'
import { createSubmissionFixture, type SubmissionFixture } from '#server/testing/fulfillment-fixture.ts'
import { testContext } from '#server/testing/stock-sync-fixture.ts'
import { decideFirstSteps, readFirstSteps, tryTestOrder } from './first-steps.ts'

let test: SubmissionFixture
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())

const openCompany = async () => testContext(test.deps, (await buildCompany(test.deps.db)).id)

const untouched: FirstSteps = {
  amazon: { account: null },
  stock: { skus: 0, readAt: null, isReading: false },
  channels: { count: 0, name: null },
  matching: { matched: 0, left: 0, isReading: false, channelId: null },
  buffer: { isChosen: false, units: 0 },
  testOrder: { testedAt: null },
  live: { channels: 0 },
}

it('a new company has done nothing yet, whatever others have', async () => {
  await test.company()
  expect(await readFirstSteps(await openCompany())).toEqual(untouched)
})

it('the steps say what has come of them', async () => {
  const { ctx, companyId } = await test.company()
  const steps = await readFirstSteps(ctx)
  expect(steps).toMatchObject({ amazon: { account: expect.any(String) }, stock: { skus: 1, isReading: false } })
  expect(steps.stock.readAt).toMatch(/^\d{4}-.*Z$/)
  await ctx.transaction((tx) => tx.update(amazonIntegrations).set({ isActive: false }))
  await buildChannel(test.deps, companyId, { name: 'Harbor Shop', safetyBuffer: 3 })
  expect(await readFirstSteps(ctx)).toMatchObject({
    amazon: { account: null },
    channels: { count: 1, name: 'Harbor Shop' },
    matching: { matched: 0, left: 0, isReading: false },
    buffer: { isChosen: true, units: 3 },
    live: { channels: 0 },
  })
  await ctx.transaction((tx) => tx.update(channels).set({ lastHeardAt: test.clock.now() }))
  expect(await readFirstSteps(ctx)).toMatchObject({ live: { channels: 1 } })
})

it('listings of a shop are matched when none is left that nobody ignores', async () => {
  const { ctx, shop, read, channel } = await createShopFixture(test.deps)
  const matching = async () => (await readFirstSteps(ctx)).matching
  expect(await matching()).toEqual({ matched: 0, left: 0, isReading: true, channelId: null })
  shop.items = [shopItem('1', { sku: 'NOBODYS' })]
  await read()
  expect(await matching()).toEqual({ matched: 0, left: 1, isReading: false, channelId: channel.id })
  await ctx.transaction((tx) => tx.update(channelItems).set({ isIgnored: true }))
  expect(await matching()).toEqual({ matched: 0, left: 0, isReading: false, channelId: null })
})

it('decisions are stored', async () => {
  const ctx = await openCompany()
  expect(await decideFirstSteps(ctx, { decision: 'keep_no_buffer' })).toEqual({
    ...untouched,
    buffer: { isChosen: true, units: 0 },
  })
})

it('a test order asks Amazon about one unit in stock and orders nothing', async () => {
  const { ctx, sku } = await test.company()
  test.amazon.asked.length = 0
  expect(await tryTestOrder(ctx)).toMatchObject({
    sku,
    destination: 'San Francisco, US',
    speeds: [{ shippingSpeed: 'standard', fee: { amount: '7.95', currency: 'USD' } }, {}, {}],
  })
  expect(test.amazon.asked.map(({ call }) => call)).toEqual(['preview'])
  expect((await readFirstSteps(ctx)).testOrder).toEqual({ testedAt: test.clock.now().toISOString() })
})

it('a test order that Amazon does not answer counts as not tried', async () => {
  const { ctx } = await test.company()
  test.amazon.failNext('preview', new Unavailable('Amazon is down.'))
  await expect(tryTestOrder(ctx)).rejects.toMatchObject({ code: 'unavailable' })
  expect((await readFirstSteps(ctx)).testOrder).toEqual({ testedAt: null })
})

it('a test order needs an account and stock at Amazon', async () => {
  await expect(tryTestOrder(await openCompany())).rejects.toMatchObject({ message: 'Connect Amazon first.' })
  const { ctx } = await test.company()
  await ctx.transaction((tx) => tx.update(stockLevels).set({ qtyAvailable: 0 }))
  await expect(tryTestOrder(ctx)).rejects.toMatchObject({ message: expect.stringContaining('Import your stock first') })
})
