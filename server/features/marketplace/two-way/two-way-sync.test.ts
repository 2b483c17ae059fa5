import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#server/platform/context.ts'
import { Unauthorized } from '#server/ports/failure.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import type { FakeListings } from '#server/testing/fake-listings.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { countStock } from '#server/testing/stock.ts'
import { createTwoWayFixture, type TwoWayCompany, type TwoWayFixture } from '#server/testing/two-way-fixture.ts'
import { runTwoWaySync } from './two-way-sync.ts'

let test: TwoWayFixture
beforeAll(async () => {
  test = await createTwoWayFixture()
})
afterAll(() => test.close())

const codes = ['HERE', 'THERE', 'SOLD', 'NEW']

/** A listing to create, a change to apply, a quantity to count and a change to send. */
async function differingSides(): Promise<{ company: TwoWayCompany; amazon: FakeListings }> {
  const company = await test.company()
  const amazon = test.freshListings()
  const { db } = test.deps
  for (const sku of codes.slice(0, 3)) {
    const { id: productId } = await buildProduct(db, company.id, { title: `Title of ${sku}` })
    const { id } = await buildSku(db, company.id, { sku, productId, price: '20.00' })
    await countStock(db, company.id, id, { available: 5, source: 'sheet' })
    amazon.put(unitedStates, sku)
  }
  await company.sync(company.accountId)
  await company.editSku((await company.sku('HERE')).id, { price: '18.00' })
  test.clock.advance(3600)
  amazon.change(unitedStates, 'THERE', { price: '22.00', description: 'New words.' })
  amazon.change(unitedStates, 'SOLD', { quantity: 2 })
  amazon.put(unitedStates, 'NEW', { values: { quantity: 9 } })
  return { company, amazon }
}

const outcome = async ({ company, amazon }: Awaited<ReturnType<typeof differingSides>>, runId: string) => ({
  here: await Promise.all(
    codes.map(async (code) => {
      const { price, version, product, level } = await company.sku(code)
      return [code, price, version, product.title, product.description, product.version, level.qtyAvailable]
    }),
  ),
  there: codes.map((code) => amazon.read(unitedStates, code)?.values),
  changes: (await company.summary(runId)).map((change) => JSON.stringify(change)).toSorted(),
  snapshots: (await company.snapshots()).length,
})

/** Lets so many transactions through, then fails like a killed process. */
async function survives(ctx: CompanyContext, runId: string, transactions: number): Promise<boolean> {
  let left = transactions
  const mortal: CompanyContext = {
    ...ctx,
    transaction: async (work) => {
      left -= 1
      if (left < 0) throw new Error('The process died.')
      return ctx.transaction(work)
    },
  }
  return runTwoWaySync(mortal, { runId }).then(
    () => true,
    () => false,
  )
}

describe('a two-way sync', () => {
  it.each([3, 4, 5])(
    'that is killed again and again, first after %i transactions, ends like an undisturbed one',
    async (first) => {
      const undisturbed = await differingSides()
      const expected = await outcome(undisturbed, await undisturbed.company.sync(undisturbed.company.accountId))
      expect(expected.changes).toHaveLength(5)
      const sides = await differingSides()
      const runId = await sides.company.request(sides.company.accountId)
      let transactions = first
      while (!(await survives(sides.company.ctx, runId, transactions))) transactions += 1
      expect(transactions - first).toBeGreaterThan(3)
      expect(await outcome(sides, runId)).toEqual(expected)
    },
  )

  it('ends when Amazon refuses the authorization, and deactivates the account', async () => {
    const { company, amazon } = await differingSides()
    amazon.failNext('collectSkuList', new Unauthorized('Amazon no longer lets Lockstep in.'))
    const runId = await company.request(company.accountId)
    await company.carryOut(runId)
    expect(await company.run(runId)).toMatchObject({ status: 'failed', error: 'Amazon no longer lets Lockstep in.' })
    const next = await company.request(company.accountId)
    await company.carryOut(next)
    expect((await company.run(next)).error).toContain('Authorize it again.')
  })
})
