import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { OrderData } from '#contract/intake.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import type { ChannelAdapter } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { createTestDeps, noPorts } from '#server/testing/app.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { anOrder, buildIntakeWorld, told, type IntakeWorld } from '#server/testing/intake-world.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let world: IntakeWorld
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
  test = await createTestDeps({ ports: { ...noPorts, channels: { ...noPorts.channels, meta_shops: shopThatIsAsked } } })
})
afterAll(() => test.close())
beforeEach(async () => {
  world = await buildIntakeWorld(test.deps)
  meta = await buildChannel(test.deps, world.companyId, { type: 'meta_shops', accessToken: 'a token of the shop' })
  asked = []
  tell(30, {})
})

const tell = (minute: number, changes: object) =>
  void (answer = async (_, id) => ({
    kind: 'order',
    news: {
      eventType: 'order.created',
      eventAt: new Date(Date.UTC(2026, 2, 2, 9, minute)),
      order: OrderData.parse(anOrder(id, changes)),
    },
  }))
const name = (id: string) => world.deliver(id, { channelId: meta.id })
const refuse = (error: Error) => void (answer = () => Promise.reject(error))

it('asks for an order that a delivery only names', async () => {
  await name('F-1')
  expect(await world.drain()).toEqual({ takenIn: 1, ignored: 0, failed: 0 })
  expect(await world.orders()).toMatchObject([{ externalOrderId: 'F-1', status: 'placed' }])
})

it('follows what the channel answers, though it goes on calling the order a new one', async () => {
  await name('F-1')
  await world.drain()
  tell(40, { items: [{ sku: 'MUG', quantity: 1, unitPrice: '8.00' }] })
  await name('F-1')
  expect(await world.drain()).toMatchObject({ takenIn: 1 })
  expect(await world.held()).toEqual({ MUG: 1, 'TEE-L': 0 })
})

it('lets others go on while the channel can’t answer, and asks it once', async () => {
  refuse(new Unavailable('Meta is away'))
  for (const id of ['F-1', 'F-2', 'F-3']) await name(id)
  await world.deliver(told('order.created', 1, anOrder('W-1')))
  expect(await world.drain()).toEqual({ takenIn: 1, ignored: 0, failed: 0 })
  expect(asked).toEqual(['F-1'])
  expect((await world.deliveries()).filter(({ isProcessed, error }) => !isProcessed && !error)).toHaveLength(3)
})

it('notes that the channel no longer lets us in, and asks no more', async () => {
  refuse(new Unauthorized('The access token has expired'))
  await name('F-1')
  await world.drain()
  await world.drain()
  expect(asked).toEqual(['F-1'])
  const [channel] = await world.ctx.transaction((tx) => tx.select().from(channels).where(eq(channels.id, meta.id)))
  expect(channel?.accessError).toBe('The access token has expired')
})

it('leaves to a person what the channel refuses to tell', async () => {
  refuse(new Rejected('There is no such order'))
  await name('F-1')
  expect(await world.drain()).toMatchObject({ failed: 1 })
  expect(await world.deliveries()).toMatchObject([{ error: 'There is no such order', externalOrderId: 'F-1' }])
})

it('takes no orders in from a channel that is only a catalogue', async () => {
  await test.deps.db.inCompany(world.companyId, (tx) =>
    tx
      .update(channels)
      .set({ config: { takesOrders: false } })
      .where(eq(channels.id, meta.id)),
  )
  await name('F-1')
  expect(await world.drain()).toMatchObject({ ignored: 1 })
  expect(asked).toEqual([])
})
