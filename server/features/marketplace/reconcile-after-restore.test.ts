import { afterAll, beforeAll, expect, it } from 'vitest'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { buildAccount, createStockSyncFixture, type StockSyncFixture } from '#server/testing/stock-sync-fixture.ts'
import { reconcileAccounts } from './reconcile-after-restore.ts'

let test: StockSyncFixture
beforeAll(async () => {
  test = await createStockSyncFixture()
})
afterAll(() => test.close())

const failOnce = (error: Error) => {
  test.amazon.meanwhile = () => {
    test.amazon.meanwhile = () => {}
    throw error
  }
}

const sending = (company: Awaited<ReturnType<StockSyncFixture['company']>>) =>
  company.ctx.transaction((tx) => tx.select({ since: amazonIntegrations.sendsSince }).from(amazonIntegrations))

it('reconciling reads the stock of each account and sends no changes of listings, whatever state the accounts are in', async () => {
  const company = await test.company()
  await buildAccount(test.deps, company.id, { name: 'Left us' })
  failOnce(new Unauthorized('The seller has withdrawn the consent'))
  expect(await reconcileAccounts(company.ctx)).toEqual({ read: 1, refused: ['Harbor Home'] })
  expect(await reconcileAccounts(company.ctx)).toEqual({ read: 1, refused: [] })
  expect(await sending(company)).toEqual([{ since: null }, { since: null }])
})

it('reconciling fails and can be repeated while Amazon is unavailable', async () => {
  const company = await test.company()
  failOnce(new Unavailable('Amazon is away'))
  await expect(reconcileAccounts(company.ctx)).rejects.toThrow('Amazon is away')
  expect(await reconcileAccounts(company.ctx)).toEqual({ read: 1, refused: [] })
})
