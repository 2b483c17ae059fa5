import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { ManualOrderInput, type manualOrdersApi } from '#contract/manual-orders.ts'
import { companyContext, type CompanyContext, noOrigin } from '#server/platform/context.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { createIntakeFixture, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { cancelOrder } from '../fulfillment/request-cancellation.ts'
import { readOrder } from '../read-order.ts'
import { createManualOrder } from './create-manual-order.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let intake: IntakeFixture
let olive: CompanyContext
beforeAll(async () => (test = await createTestDeps()))
afterAll(() => test.close())
beforeEach(async () => {
  intake = await createIntakeFixture(test.deps)
  await changeSettings(test.deps.db, intake.companyId, { customerEmail: true })
  const actor = { type: 'user', userId: newId(), role: 'ops', name: 'Olive' } as const
  olive = companyContext(test.deps, { actor, origin: noOrigin }, intake.companyId)
})

const address = {
  recipientName: 'Ana Ruiz',
  line1: '1 Main St',
  city: 'Seattle',
  state: 'WA',
  postalCode: '98101',
  country: 'US',
}

type Entered = Partial<InputOf<typeof manualOrdersApi.create>>

const anEntry = (changes: Entered = {}) =>
  ManualOrderInput.parse({
    requestId: newId(),
    firstName: 'Ana',
    lastName: 'Ruiz',
    email: 'ana@example.com',
    address,
    items: [{ skuId: intake.skuId('TEE-L'), quantity: 2, unitPrice: '19.00' }],
    shippingAmount: '4.50',
    ...changes,
  })

const enter = (changes: Entered = {}) => createManualOrder(olive, anEntry(changes))
const sentMessages = () => olive.transaction((tx) => tx.select().from(notifications))

describe('an order entered by hand', () => {
  it('is placed without a channel, holds its units at once and says who entered it', async () => {
    const order = await enter()
    expect(order).toMatchObject({ isNew: true, status: 'placed', channelId: null, totalAmount: '42.50', itemCount: 2 })
    expect(order.externalNumber).toBe(order.orderNumber)
    expect(await intake.held()).toEqual({ MUG: 0, 'TEE-L': 2 })
    const timeline = await intake.timelineOf(order.id)
    expect(timeline).toMatchObject([
      { event: 'order.placed', description: 'Entered manually (1 item)', actorName: 'Olive' },
    ])
    const audited = await olive.transaction((tx) => tx.select().from(auditLog).where(eq(auditLog.resourceId, order.id)))
    expect(audited).toMatchObject([{ action: 'order.create', actorName: 'Olive' }])
    expect(JSON.stringify(audited)).not.toContain('ana@example.com')
  })

  it('is entered once, however often the same form is sent', async () => {
    const entry = anEntry({ number: 'FAIR-7' })
    const [one, two] = await Promise.all([createManualOrder(olive, entry), createManualOrder(olive, entry)])
    expect(two.id).toBe(one.id)
    expect([one, two].filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await createManualOrder(olive, entry)).toMatchObject({ id: one.id, isNew: false })
    expect(await intake.held()).toMatchObject({ 'TEE-L': 2 })
  })

  it('is refused under a number that another one has', async () => {
    const { orderNumber } = await enter({ number: 'FAIR-7' })
    await expect(enter({ number: 'FAIR-7' })).rejects.toMatchObject({
      code: 'conflict',
      message: `Order ${orderNumber} already has this number.`,
    })
  })

  it('is refused to an address where nothing can be delivered, and with a SKU of another company', async () => {
    await expect(enter({ address: { ...address, postalCode: '12' } })).rejects.toMatchObject({ code: 'invalid' })
    const elsewhere = await createIntakeFixture(test.deps)
    const items = [{ skuId: elsewhere.skuId('MUG'), quantity: 1, unitPrice: '1.00' }]
    await expect(enter({ items })).rejects.toMatchObject({ code: 'invalid' })
    expect(await intake.orders()).toEqual([])
  })

  it('waits for units that are not there', async () => {
    await enter({ items: [{ skuId: intake.skuId('MUG'), quantity: 11, unitPrice: '8.00' }] })
    expect(await intake.open()).toEqual([
      { code: 'not_enough_stock', reason: 'Not enough stock for MUG (11 ordered).' },
    ])
  })

  it('writes to nobody by default, and to the customer if that was chosen', async () => {
    const silent = await enter()
    await cancelOrder(olive, { orderId: silent.id })
    expect(await sentMessages()).toEqual([])
    const told = await enter({ messagesCustomer: true })
    await cancelOrder(olive, { orderId: told.id })
    const messages = (await sentMessages()).map(({ type, audience, orderId }) => `${type} ${audience} ${orderId}`)
    expect(messages.toSorted()).toEqual([`order_cancelled customer ${told.id}`, `order_placed customer ${told.id}`])
  })

  it('belongs to the customer with its email address, or to the one that was chosen', async () => {
    await enter()
    await enter()
    const nameless = await enter({ email: null, phone: '+1 206 555 0142' })
    const { customer } = await readOrder(olive, { orderId: nameless.id })
    await enter({ email: null, customerId: customer?.id ?? null })
    const stored = await olive.transaction((tx) => tx.select().from(customers))
    expect(stored).toHaveLength(2)
  })
})

describe('a replacement', () => {
  it('is linked with the order that it replaces, on both sides', async () => {
    const original = await enter()
    const items = [{ skuId: intake.skuId('TEE-L'), quantity: 1, unitPrice: '0.00' }]
    const copy = await enter({ replacesOrderId: original.id, items, shippingAmount: '0.00' })
    expect(copy.totalAmount).toBe('0.00')
    expect(await readOrder(olive, { orderId: copy.id })).toMatchObject({
      replaces: { id: original.id, orderNumber: original.orderNumber },
      replacements: [],
    })
    expect(await readOrder(olive, { orderId: original.id })).toMatchObject({
      replaces: null,
      replacements: [{ id: copy.id, orderNumber: copy.orderNumber }],
    })
    expect((await intake.timelineOf(original.id)).at(-1)).toMatchObject({ event: 'order.replaced' })
  })

  it('is refused for an order of another company', async () => {
    const elsewhere = await createIntakeFixture(test.deps)
    const foreign = companyContext(test.deps, { actor: olive.actor, origin: noOrigin }, elsewhere.companyId)
    const original = await enter()
    const entry = anEntry({ replacesOrderId: original.id })
    await expect(createManualOrder(foreign, entry)).rejects.toMatchObject({ code: 'not_found' })
  })
})
