import { sellerFulfillmentOrderId } from '../fulfillment/amazon-order-id.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrderBatch } from '#contract/order-batches.ts'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { putItems } from '#emulators/amazon/stocked-items.ts'
import { createAmazonClient } from '#server/integrations/amazon/client.ts'
import { testSettings } from '#server/integrations/amazon/fixtures/test-settings.ts'
import { createAmazonFulfillment } from '#server/integrations/amazon/fulfillment.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import { createTestApp, noPorts, type Browser } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { connectEmulatorAccount, emulatorApplication } from '#server/testing/emulator-account.ts'
import { submitDueAttempts } from '../fulfillment/submit-attempts.ts'
import { runBatches, hasBatchesToRun } from './run-batches.ts'

const count = 40
/** Amazon has sold the last unit, which is not known here. */
const soldOut = 7

let amazon: RunningAmazon
let server: Awaited<ReturnType<typeof createTestApp>>
let ops: Browser
let companyId: string
/** Called after each submission to Amazon. */
let onSubmitted: (externalId: string) => Promise<void> = async () => {}

beforeAll(async () => {
  amazon = await startAmazon({ client: emulatorApplication, limits: 'amazon', speed: 0 })
  const { settings } = testSettings(amazon, {
    clientId: emulatorApplication.id,
    clientSecret: emulatorApplication.secret,
    latency: () => 40,
  })
  const fulfillment = watched(createAmazonFulfillment(settings, createAmazonClient(settings)))
  server = await createTestApp({ clock: amazon.clock, ports: { ...noPorts, fulfillment } })
  ops = await server.as('ops')
  companyId = ops.user.companyId ?? ''
  await connectEmulatorAccount(server.deps, companyId, amazon)
})
afterAll(async () => {
  await server.close()
  await amazon.stop()
})

const watched = (service: FulfillmentService): FulfillmentService => ({
  ...service,
  async submit(account, submission) {
    const answer = await service.submit(account, submission)
    await onSubmitted(submission.externalId)
    return answer
  },
})

/** A SKU with so many units at Amazon, and orders of one unit each. */
async function sell(sku: string, fulfillable: number, orderCount: number) {
  const [seller] = Object.values(amazon.state.sellers)
  if (!seller) throw new Error('The emulator has no seller')
  putItems(amazon.state, seller, unitedStates, [{ sku, title: 'Lamp', fulfillable }], amazon.clock.now())
  const { id: skuId } = await buildSku(server.deps.db, companyId, { sku, stockHolder: 'amazon' })
  const { id: channelId } = await buildChannel(server.deps, companyId)
  const order = { channelId, placedAt: amazon.clock.now(), items: [{ sku, skuId }] }
  return Promise.all(Array.from({ length: orderCount }, () => buildOrder(server.deps, companyId, order)))
}

it('a bulk fulfillment sends many orders within Amazon’s rate limit, with progress, a result for each, and others’ orders in between', async () => {
  const [lamps, [gone], [mine]] = [
    await sell('LAMP', 1_000, count - 1),
    await sell('GONE', 0, 1),
    await sell('MINE', 1, 1),
  ]
  if (!gone || !mine) throw new Error('No order was built')
  const orderIds = lamps.toSpliced(soldOut, 0, gone).map(({ id }) => id)
  const { id } = (await ops.post('/api/order-batches', { action: 'fulfill', orderIds })).json<OrderBatch>()
  const read = async () => (await ops.get(`/api/order-batches/${id}`)).json<OrderBatch>()

  const submitted: string[] = []
  const progress: number[] = []
  onSubmitted = async (externalId) => {
    submitted.push(externalId)
    if (submitted.length === 20) await ops.post(`/api/orders/${mine.id}/fulfill`, {})
    if (submitted.length % 5 === 0) progress.push((await read()).counts.done)
  }
  const ctx = companyContext(server.deps, { actor: { type: 'job', name: 'test' }, origin: noOrigin }, companyId)
  const isAwake = () => ctx.transaction((tx) => hasBatchesToRun(tx, companyId, ctx.clock.now()))
  let rounds = 0
  while (await isAwake()) {
    await runBatches(ctx)
    expect((await read()).counts.sending).toBeLessThanOrEqual(24)
    await submitDueAttempts(ctx)
    rounds += 1
  }

  const ended = await read()
  expect(ended.finishedAt).not.toBeNull()
  expect(ended.counts).toEqual({ waiting: 0, sending: 0, done: count - 1, refused: 1 })
  expect(ended.results[soldOut]).toMatchObject({ orderId: gone.id, outcome: 'refused', status: 'placed' })
  expect(ended.results[soldOut]?.message).toEqual(expect.stringContaining('GONE'))
  expect(new Set(submitted).size).toBe(count)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(new Set(progress).size).toBeGreaterThan(4)
  expect(submitted.indexOf(sellerFulfillmentOrderId(mine, 1))).toBeLessThan(32)
  const usage = Object.values(amazon.stats.read())
  expect(usage.map(({ violations }) => violations)).toEqual(usage.map(() => 0))
  expect(rounds).toBeLessThan(5)
})
