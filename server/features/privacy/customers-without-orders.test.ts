import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { customers } from '#server/platform/db/schema/customers.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { anOrder, orderEventBody } from '#server/testing/intake-fixture.ts'
import { createPurgeFixture, purgeStart } from '#server/testing/privacy-fixture.ts'
import { eraseCustomer } from './erase-customer.ts'

const day = 24 * 3600

let test: Awaited<ReturnType<typeof createTestDeps>>
let fixture: Awaited<ReturnType<typeof createPurgeFixture>>
let ana: typeof customers.$inferSelect

beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

/** Ana has no order any more, since its channel changed the e-mail address to Bo's. */
beforeEach(async () => {
  fixture = await createPurgeFixture(test.deps)
  await fixture.deliver(orderEventBody('order.created', 0, anOrder('1')))
  await fixture.processInbox()
  ana = (await people())[0] ?? expect.fail('nobody has ordered')
  await fixture.deliver(
    orderEventBody('order.updated', 5, anOrder('1', { customer: { email: 'bo@example.com', firstName: 'Bo' } })),
  )
  await fixture.processInbox()
  await fixture.ctx.transaction((tx) => tx.update(customers).set({ createdAt: purgeStart }))
})

const people = () => fixture.ctx.transaction((tx) => tx.select().from(customers))
const nameOf = async (id: string) =>
  (await fixture.ctx.transaction((tx) => tx.select().from(customers).where(eq(customers.id, id))))[0]?.firstName
const names = async () => (await people()).map(({ firstName }) => firstName ?? 'erased').toSorted()

it('customers without orders are erased with their address after the usual retention', async () => {
  expect(await names()).toEqual(['Ana', 'Bo'])
  fixture.clock.advance(30 * day - 1)
  expect(await fixture.purge()).toEqual({})
  fixture.clock.advance(1)
  expect(await fixture.purge()).toMatchObject({ customers: 1, customer_addresses: 1 })
  expect(await names()).toEqual(['Bo', 'erased'])
  expect(await nameOf(ana.id)).toBeNull()
  expect(await fixture.purge()).toEqual({})
})

it('customers without orders are erased at once on request', async () => {
  expect(await eraseCustomer(fixture.ctx, { customerId: ana.id })).toMatchObject({
    id: ana.id,
    name: null,
    email: null,
  })
  expect(await names()).toEqual(['Bo', 'erased'])
})
