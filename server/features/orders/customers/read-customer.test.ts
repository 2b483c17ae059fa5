import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { companyContext, type CompanyContext, noOrigin } from '#server/platform/context.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { anOrder, createIntakeFixture, type IntakeFixture, orderEventBody } from '#server/testing/intake-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { readOrder } from '../read-order.ts'
import { readCustomer } from './read-customer.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let fixture: IntakeFixture
let customerId: string
beforeAll(async () => (test = await createTestDeps()))
afterAll(() => test.close())

const as = (role: Role, companyId = fixture.companyId): CompanyContext =>
  companyContext(
    test.deps,
    { actor: { type: 'user', userId: newId(), role, name: 'Olive' }, origin: noOrigin },
    companyId,
  )

const deliver = (number: string, day: number, changes: object = {}) =>
  fixture.deliver(
    orderEventBody('order.created', day, {
      ...anOrder(number, { placedAt: `2026-03-0${day}T09:00:00Z`, ...changes }),
    }),
  )

beforeEach(async () => {
  fixture = await createIntakeFixture(test.deps)
  await changeSettings(test.deps.db, fixture.companyId, { customerEmail: true })
  const mug = [{ sku: 'MUG', quantity: 1, unitPrice: '8.00' }]
  await deliver('1', 1)
  await deliver('2', 2, { currency: 'EUR', items: mug })
  await deliver('3', 3, {
    items: mug,
    shippingAddress: { line1: '9 Elm St', city: 'Portland', state: 'OR', postalCode: '97201', country: 'US' },
  })
  await deliver('4', 4, { customer: { email: 'zoe@example.com', firstName: 'Zoe' } })
  await fixture.processInbox()
  const [first] = await fixture.orders()
  const { customer } = await readOrder(as('ops'), { orderId: first?.id ?? '' })
  customerId = customer?.id ?? ''
})

const views = () =>
  as('ops').transaction((tx) => tx.select().from(auditLog).where(eq(auditLog.action, 'customer.view')))

describe('a customer', () => {
  it('is shown with contacts, addresses, all orders and what they paid by currency', async () => {
    const shown = await readCustomer(as('ops'), { customerId })
    expect(shown).toMatchObject({
      id: customerId,
      name: 'Ana Ruiz',
      email: 'ana@example.com',
      phone: '+12065550100',
      orderCount: 3,
      firstOrderAt: '2026-03-01T09:00:00.000Z',
      lastOrderAt: '2026-03-03T09:00:00.000Z',
      totals: [
        { currency: 'USD', amount: '54.00', orders: 2 },
        { currency: 'EUR', amount: '8.00', orders: 1 },
      ],
    })
    expect(shown.orders.map(({ externalOrderId }) => externalOrderId)).toEqual(['3', '2', '1'])
    expect(shown.addresses.map(({ line1 }) => line1 ?? '').toSorted()).toEqual(['1 Main St', '9 Elm St'])
  })

  it('has paid nothing for a cancelled order, and only what was not refunded of another', async () => {
    await as('ops').transaction(async (tx) => {
      await tx.update(orders).set({ status: 'cancelled' }).where(eq(orders.externalOrderId, '2'))
      await tx.update(orders).set({ refundedAmount: '6.00' }).where(eq(orders.externalOrderId, '1'))
    })
    const { totals, orderCount } = await readCustomer(as('ops'), { customerId })
    expect({ totals, orderCount }).toEqual({ totals: [{ currency: 'USD', amount: '48.00', orders: 2 }], orderCount: 3 })
  })

  it('does not stand for an order whose data were erased', async () => {
    await as('ops').transaction((tx) =>
      tx.update(orders).set({ erasedAt: new Date() }).where(eq(orders.externalOrderId, '3')),
    )
    const shown = await readCustomer(as('ops'), { customerId })
    expect(shown.orderCount).toBe(2)
    expect(shown.orders.map(({ externalOrderId }) => externalOrderId)).toEqual(['2', '1'])
  })

  it('is masked for Read Only; who sees the data is in the audit log', async () => {
    const masked = await readCustomer(as('readonly'), { customerId })
    for (const secret of ['ana@example.com', '5550100', 'Main St', 'Elm St'])
      expect(JSON.stringify(masked)).not.toContain(secret)
    expect(masked.name).toBe('Ana Ruiz')
    expect(await views()).toEqual([])
    await readCustomer(as('ops'), { customerId })
    expect(await views()).toMatchObject([{ resource: 'customer', resourceId: customerId, actorName: 'Olive' }])
  })

  it('is unknown to another company', async () => {
    const elsewhere = await createIntakeFixture(test.deps)
    await expect(readCustomer(as('ops', elsewhere.companyId), { customerId })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
