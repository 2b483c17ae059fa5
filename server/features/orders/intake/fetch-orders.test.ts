import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { OrderData } from '#contract/intake.ts'
import { replayDead } from '#server/features/channels/inbox/deliveries.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import type { ChannelAdapter } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { createTestDeps, manualClock, noPorts } from '#server/testing/app.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'

const clock = manualClock()

let test: Awaited<ReturnType<typeof createTestDeps>>
let fixture: IntakeFixture
let meta: { id: string }
let asked: string[]
let answer: NonNullable<ChannelAdapter['fetchOrder']>

const shopThatIsAsked: ChannelAdapter = {
  verify: () => ({ isGenuine: false, reason: 'not asked here', signature: null }),
  read: ({ body }) => ({
    kind: 'fetch',
    eventType: 'order.updated',
    externalOrderId: body.toString(),
    eventAt: null,
  }),
  fetchOrder: (connection, id) => {
    asked.push(id)
    return answer(connection, id)
  },
}

beforeAll(async () => {
  test = await createTestDeps({
    clock,
    ports: { ...noPorts, channels: { ...noPorts.channels, meta_shops: shopThatIsAsked } },
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  fixture = await createIntakeFixture(test.deps)
  meta = await buildChannel(test.deps, fixture.companyId, { type: 'meta_shops', accessToken: 'a token of the shop' })
  asked = []
  effectsAfter(30, {})
})

const effectsAfter = (minute: number, changes: object) =>
  void (answer = async (_, id) => ({
    kind: 'order',
    event: {
      eventType: 'order.created',
      eventAt: new Date(Date.UTC(2026, 2, 2, 9, minute)),
      order: OrderData.parse(anOrder(id, changes)),
    },
  }))
const name = (id: string) => fixture.deliver(id, { channelId: meta.id })
const refuse = (error: Error) => void (answer = () => Promise.reject(error))

it('an order that a delivery only names is fetched', async () => {
  await name('F-1')
  expect(await fixture.processInbox()).toEqual({ takenIn: 1, ignored: 0, failed: 0 })
  expect(await fixture.orders()).toMatchObject([{ externalOrderId: 'F-1', status: 'placed' }])
})

it('a fetched order is the current state, although the channel calls it created', async () => {
  await name('F-1')
  await fixture.processInbox()
  effectsAfter(40, { items: [{ sku: 'MUG', quantity: 1, unitPrice: '8.00' }] })
  await name('F-1')
  expect(await fixture.processInbox()).toMatchObject({ takenIn: 1 })
  expect(await fixture.held()).toEqual({ MUG: 1, 'TEE-L': 0 })
})

const waiting = async () => (await fixture.deliveries()).filter(({ isProcessed, error }) => !isProcessed && !error)
const silentAbout = (silent: string, error = new Unavailable('Meta did not answer in time.')) => {
  const tellOthers = answer
  answer = (connection, id) => (id === silent ? Promise.reject(error) : tellOthers(connection, id))
}

it('an unavailable channel does not block others and is soon skipped', async () => {
  refuse(new Unavailable('Meta is away'))
  for (let n = 0; n < 12; n += 1) await name(`F-${n}`)
  await fixture.deliver(orderEventBody('order.created', 1, anOrder('W-1')))
  expect(await fixture.processInbox()).toEqual({ takenIn: 1, ignored: 0, failed: 0 })
  expect(asked.length).toBeLessThanOrEqual(8)
  expect(await waiting()).toHaveLength(12)
})

it('everything is ingested once a channel is back after hours', async () => {
  refuse(new Unavailable('Meta is away'))
  for (const id of ['F-1', 'F-2', 'F-3']) await name(id)
  for (let minute = 0; minute < 360; minute += 10) {
    await fixture.processInbox()
    clock.advance(600)
  }
  effectsAfter(30, {})
  clock.advance(60)
  expect(await fixture.processInbox()).toEqual({ takenIn: 3, ignored: 0, failed: 0 })
})

it('Retry-After of a channel pauses all its fetches', async () => {
  refuse(new Unavailable('Too many calls', { retryAfterSeconds: 300 }))
  await name('F-1')
  await fixture.processInbox()
  effectsAfter(30, {})
  clock.advance(299)
  expect(await fixture.processInbox()).toMatchObject({ takenIn: 0 })
  clock.advance(1)
  expect(await fixture.processInbox()).toMatchObject({ takenIn: 1 })
})

it('an order that always fails does not block others and is left to a person in the end', async () => {
  silentAbout('F-1')
  for (const id of ['F-1', 'F-2', 'F-3']) await name(id)
  expect(await fixture.processInbox()).toEqual({ takenIn: 2, ignored: 0, failed: 0 })
  for (let n = 0; n < 20 && (await waiting()).length > 0; n += 1) {
    clock.advance(30)
    await name(`G-${n}`)
    await fixture.processInbox()
    clock.advance(600)
    await fixture.processInbox()
  }
  expect(asked.filter((id) => id === 'F-1')).toHaveLength(5)
  const left = (await fixture.open()).filter(({ code }) => code === 'webhook_not_understood')
  expect(left).toMatchObject([{ reason: 'Meta did not answer in time.' }])
  effectsAfter(30, {})
  expect(await replayDead(fixture.ctx, {})).toEqual({ replayed: 1 })
  expect(await fixture.processInbox()).toEqual({ takenIn: 1, ignored: 0, failed: 0 })
  expect(await fixture.processInbox()).toEqual({ takenIn: 0, ignored: 0, failed: 0 })
  expect((await fixture.orders()).filter(({ externalOrderId }) => externalOrderId === 'F-1')).toHaveLength(1)
})

it('an order without an answer for a day is left to a person', async () => {
  refuse(new Unavailable('Meta is away'))
  await name('F-1')
  await fixture.processInbox()
  clock.advance(24 * 3600)
  expect(await fixture.processInbox()).toEqual({ takenIn: 0, ignored: 0, failed: 1 })
  expect(await fixture.deliveries()).toMatchObject([{ error: 'Meta is away' }])
})

it('a fetch is claimed by one worker, and repeated after its death', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  answer = () => promise
  await name('F-1')
  const first = fixture.processInbox()
  await expect.poll(() => asked).toEqual(['F-1'])
  expect(await fixture.processInbox()).toEqual({ takenIn: 0, ignored: 0, failed: 0 })
  effectsAfter(30, {})
  clock.advance(24 * 3600)
  expect(await fixture.processInbox()).toMatchObject({ takenIn: 1 })
  reject(new Unavailable('Too late'))
  expect(await first).toEqual({ takenIn: 0, ignored: 0, failed: 0 })
  expect(asked).toEqual(['F-1', 'F-1'])
  expect(await fixture.deliveries()).toMatchObject([{ isProcessed: true, error: null }])
})

it('refused credentials are recorded, and the channel is skipped', async () => {
  refuse(new Unauthorized('The access token has expired'))
  await name('F-1')
  await fixture.processInbox()
  await fixture.processInbox()
  expect(asked).toEqual(['F-1'])
  const [channel] = await fixture.ctx.transaction((tx) => tx.select().from(channels).where(eq(channels.id, meta.id)))
  expect(channel?.accessError).toBe('The access token has expired')
  await fixture.ctx.transaction((tx) => tx.update(channels).set({ accessError: null }).where(eq(channels.id, meta.id)))
  effectsAfter(30, {})
  clock.advance(60)
  expect(await fixture.processInbox()).toMatchObject({ takenIn: 1 })
})

it('an order that the channel refuses is left to a person', async () => {
  refuse(new Rejected('This order doesn’t exist'))
  await name('F-1')
  expect(await fixture.processInbox()).toMatchObject({ failed: 1 })
  expect(await fixture.deliveries()).toMatchObject([{ error: 'This order doesn’t exist', externalOrderId: 'F-1' }])
})

it('no orders are ingested from a catalogue channel', async () => {
  await test.deps.db.inCompany(fixture.companyId, (tx) =>
    tx
      .update(channels)
      .set({ config: { takesOrders: false } })
      .where(eq(channels.id, meta.id)),
  )
  await name('F-1')
  expect(await fixture.processInbox()).toMatchObject({ ignored: 1 })
  expect(asked).toEqual([])
})
