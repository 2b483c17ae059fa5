import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CustomerRow } from '#contract/privacy.ts'
import { notificationOptOuts, notifications } from '#server/platform/db/schema/notifications.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { auditedOf } from '#server/testing/channel-calls.ts'
import { buildIntakeWorld } from '#server/testing/intake-world.ts'
import { closeOrder, countKept, takeInPersonalOrder } from '#server/testing/personal-data.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function openDesk() {
  const world = await buildIntakeWorld(server.deps)
  const order = await takeInPersonalOrder(world, '1042')
  const olive = await server.as('ops', world.companyId)
  return { world, order, olive, actions: (action: string) => auditedOf(server.deps.db, world.companyId, action) }
}

const find = async (browser: Browser, search: string) =>
  (await browser.get(`/api/privacy/customers?search=${encodeURIComponent(search)}`)).json<CustomerRow[]>()

it('finds whoever is behind an e-mail address or order number, and says who looked', async () => {
  const { order, olive, actions } = await openDesk()
  const [ana] = await find(olive, ' ANA@example.com')
  expect(ana).toMatchObject({
    name: 'Ana Ruiz',
    email: 'ana@example.com',
    phone: '+12065550100',
    orderCount: 1,
    openOrders: 1,
    lastOrderAt: '2026-03-02T09:00:00.000Z',
    erasedAt: null,
  })
  for (const number of [order.orderNumber, order.orderNumber.toLowerCase(), '1042', '#1042']) {
    expect(await find(olive, number)).toEqual([ana])
  }
  expect(await find(olive, 'bo@example.com')).toEqual([])
  expect(await actions('customer.view')).toHaveLength(5)
})

it('hands out all that is kept of them in one file, and says to whom', async () => {
  const { order, olive, actions } = await openDesk()
  const [ana] = await find(olive, 'ana@example.com')
  const reply = await olive.get(`/api/privacy/customers/${ana?.id}/export`)
  expect(reply.headers['content-disposition']).toContain(`customer-${ana?.id}.json`)
  expect(reply.json()).toMatchObject({
    customer: { name: 'Ana Ruiz', email: 'ana@example.com', phone: '+12065550100' },
    addresses: [{ line1: '1 Main St', line2: 'Apt 5', city: 'Seattle', country: 'US' }],
    orders: [
      {
        orderNumber: order.orderNumber,
        total: '46.00',
        notes: 'Ring twice',
        lines: [{ sku: 'TEE-L', quantity: 2 }, { sku: 'MUG' }],
        timeline: expect.arrayContaining([expect.objectContaining({ description: 'Note', reason: 'Ana called' })]),
      },
    ],
    messages: expect.arrayContaining([
      expect.objectContaining({ recipient: 'ana@example.com', subject: 'On its way', message: 'Hello Ana' }),
    ]),
    toldByChannels: [{ eventType: 'order.created', text: expect.stringContaining('ana@example.com') }],
  })
  expect(await actions('customer.export')).toMatchObject([{ actor_name: 'Ana Ruiz' }])
})

it('erases nobody who waits for an order, and everybody else at once, for good', async () => {
  const { world, order, olive, actions } = await openDesk()
  const [ana] = await find(olive, 'ana@example.com')
  const erase = () => olive.post(`/api/privacy/customers/${ana?.id}/erase`)
  const refused = await erase()
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([409, ana?.eraseObstacle])
  expect(ana?.eraseObstacle).toContain('One order is still on the way')
  await closeOrder(world, order.id, server.deps.clock.now())
  const { companyId } = world
  await world.ctx.transaction(async (tx) => {
    await tx.update(notifications).set({ status: 'pending' })
    await tx.insert(notificationOptOuts).values({ companyId, method: 'email', recipientHash: 'of ana' })
  })
  expect((await erase()).json()).toMatchObject({ id: ana?.id, name: null, email: null, phone: null, openOrders: 0 })
  const kept = await countKept(server.deps, companyId)
  // Why a message was not sent is said in our own words.
  const named = Object.entries(kept).filter(([column]) => column !== 'notifications.error')
  expect(named.filter(([, rows]) => rows > 0)).toEqual([])
  const unsent = await world.ctx.transaction((tx) => tx.select().from(notifications))
  expect(new Set(unsent.map(({ status, error }) => `${status}: ${error}`))).toEqual(
    new Set(['skipped: The customer’s data were erased before it was sent.']),
  )
  expect(await world.ctx.transaction((tx) => tx.select().from(notificationOptOuts))).toHaveLength(1)
  expect(await find(olive, 'ana@example.com')).toEqual([])
  expect(await find(olive, order.orderNumber)).toMatchObject([
    { erasedAt: '2026-03-02T10:00:00.000Z', eraseObstacle: 'Their data have been erased already.' },
  ])
  expect((await erase()).statusCode).toBe(409)
  const [entry] = await actions('customer.erase')
  expect(entry).toMatchObject({ actor_name: 'Ana Ruiz', changes: { after: { erased: { orders: 1, customers: 1 } } } })
})
