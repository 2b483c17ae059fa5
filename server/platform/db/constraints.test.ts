import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { newId } from '../ids.ts'
import type { Tx } from './client.ts'
import { products, skus } from './schema/catalogue.ts'
import { companies, users } from './schema/companies.ts'
import { customerAddresses, customers } from './schema/customers.ts'
import { orderItems, orders } from './schema/orders.ts'
import { promotions } from './schema/promotions.ts'
import { companySettings } from './schema/settings.ts'
import { stockHolds } from './schema/stock.ts'

let test: TestDatabase
const companyId = newId()
const otherCompanyId = newId()

beforeAll(async () => {
  test = await createTestDatabase()
  await test.db.onPlatform((tx) =>
    tx.insert(companies).values([companyId, otherCompanyId].map((id) => ({ id, name: 'A company' }))),
  )
})

afterAll(() => test.drop())

/** The constraint that refuses the work, or null when nothing does. */
const refusal = (work: (tx: Tx) => Promise<unknown>, company = companyId): Promise<unknown> =>
  test.db.onPlatform(work, company).then(
    () => null,
    (error: { constraint?: string }) => error.constraint,
  )

const promotion = (values: Partial<typeof promotions.$inferInsert>, company = companyId) =>
  refusal((tx) => tx.insert(promotions).values({ companyId: company, id: newId(), title: 'Fall', ...values }), company)

const order = (values: Partial<typeof orders.$inferInsert>) => {
  const id = newId()
  const row = { companyId, id, orderNumber: id, externalOrderId: id, placedAt: new Date(0) }
  return refusal((tx) => tx.insert(orders).values({ ...row, ...values }))
}

it.each([
  ['a percentage over 100', { type: 'percent', value: '100.01' }, 'promotions_percent_at_most_100'],
  ['a flat discount over 100', { type: 'flat', value: '150' }, null],
  ['a negative value', { value: '-1' }, 'promotions_value_not_negative'],
  ['an end before the start', { startsAt: new Date(1), endsAt: new Date(0) }, 'promotions_ends_after_start'],
  ['more uses than the limit', { maxRedemptions: 1, redemptionCount: 2 }, 'promotions_within_limit'],
  ['a code with spaces around it', { code: ' FALL10' }, 'promotions_code_trimmed'],
  ['a title of spaces', { title: '  ' }, 'promotions_title_not_blank'],
] as const)('answers a promotion with %s', async (_, values, constraint) => {
  expect(await promotion(values)).toBe(constraint)
})

it('a promotion code is unique per company, ignoring case', async () => {
  expect(await promotion({ code: 'SPRING' })).toBeNull()
  expect(await promotion({ code: 'spring' })).toBe('promotions_code')
  expect(await promotion({ code: 'spring' }, otherCompanyId)).toBeNull()
})

it('promotions without a code are unlimited', async () => {
  expect([await promotion({}), await promotion({})]).toEqual([null, null])
})

it('an order is unique per channel and external id, also without a channel', async () => {
  expect(await order({ externalOrderId: '1042' })).toBeNull()
  expect(await order({ externalOrderId: '1042' })).toBe('orders_external_order_id')
})

it('a held order needs a reason', async () => {
  expect(await order({ heldAt: new Date(0) })).toBe('orders_hold_has_reason')
})

it('values that are not in the contract are refused', async () => {
  const status = 'lost' as 'placed'
  expect(await order({ status })).toBe('orders_status_words')
})

it('a user’s e-mail is unique, ignoring case', async () => {
  const account = (email: string) =>
    refusal((tx) => tx.insert(users).values({ id: newId(), email, companyId, role: 'ops' }))
  expect([await account('Ana@example.com'), await account('ana@EXAMPLE.com')]).toEqual([null, 'users_email'])
})

it('a removed account is never active', async () => {
  const account = (isActive: boolean) =>
    refusal((tx) =>
      tx
        .insert(users)
        .values({ id: newId(), email: `${isActive}@example.com`, companyId, isActive, removedAt: new Date() }),
    )
  expect([await account(false), await account(true)]).toEqual([null, 'users_removed_inactive'])
})

it('the retention of customers’ data is at most 30 days', async () => {
  const days = (retentionDays: number) =>
    refusal((tx) => tx.insert(companySettings).values({ companyId, retentionDays }))
  expect([await days(31), await days(30)]).toEqual(['company_settings_retention_days_range', null])
})

it('a customer has at most one default address', async () => {
  const customerId = newId()
  const address = () => ({ companyId, id: newId(), customerId, isDefault: true })
  expect(
    await refusal(async (tx) => {
      await tx.insert(customers).values({ companyId, id: customerId })
      await tx.insert(customerAddresses).values([address(), address()])
    }),
  ).toBe('customer_addresses_default')
})

it('an order line has one open hold at a time', async () => {
  const [productId, skuId, orderId, orderItemId] = [newId(), newId(), newId(), newId()]
  const hold = { companyId, skuId, orderItemId, quantity: 1 }
  await test.db.inCompany(companyId, async (tx) => {
    await tx.insert(products).values({ companyId, id: productId, title: 'Tee' })
    await tx.insert(skus).values({ companyId, id: skuId, productId, sku: 'TEE-L' })
    await tx
      .insert(orders)
      .values({ companyId, id: orderId, orderNumber: '1', externalOrderId: '1', placedAt: new Date(0) })
    const line = { position: 1, sku: 'TEE-L', quantity: 1, unitPrice: '1', totalPrice: '1' }
    await tx.insert(orderItems).values({ companyId, id: orderItemId, orderId, ...line })
    await tx.insert(stockHolds).values({ ...hold, id: newId(), endedAt: new Date(0), ending: 'cancelled' })
    await tx.insert(stockHolds).values({ ...hold, id: newId() })
  })
  expect(await refusal((tx) => tx.insert(stockHolds).values({ ...hold, id: newId() }))).toBe('stock_holds_waiting')
})
