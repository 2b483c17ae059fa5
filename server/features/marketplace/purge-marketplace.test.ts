import { afterAll, beforeAll, expect, it } from 'vitest'
import { platformContext, noOrigin } from '#server/platform/context.ts'
import { amazonListings } from '#server/platform/db/schema/amazon-listings.ts'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { buildSku } from '#server/testing/builders.ts'
import { stockRow, unitedStates } from '#server/testing/fake-marketplace.ts'
import { buildAccount, createStockSyncFixture, type StockSyncFixture } from '#server/testing/stock-sync-fixture.ts'
import { purgeMarketplace } from './jobs.ts'

let test: StockSyncFixture

beforeAll(async () => {
  test = await createStockSyncFixture()
})
afterAll(() => test.close())

const purge = () =>
  purgeMarketplace(platformContext(test.deps, { actor: { type: 'system', name: 'Test' }, origin: noOrigin }))

it('purges syncs after 90 days, except the newest full one and running ones, and expired connection attempts', async () => {
  test.amazon.stock.set(unitedStates, [stockRow('A')])
  const company = await test.company()
  await company.sync(company.accountId)
  test.clock.advance(60)
  const newestFull = await company.sync(company.accountId)
  test.clock.advance(60)
  await company.sync(company.accountId, 'delta')
  test.clock.advance(60)
  const running = await company.request(company.accountId)
  await buildAccount(test.deps, company.id, {
    sellerId: null,
    isActive: false,
    authorizationState: 'hash',
    authorizationStateExpiresAt: test.clock.now(),
  })
  test.clock.advance(90 * 24 * 3600)
  expect(await purge()).toEqual({ attempts: 1, runs: 2, listings: 0 })
  expect((await company.runs()).map(({ id }) => id)).toEqual([newestFull, running])
  expect(await company.ctx.transaction((tx) => tx.select().from(amazonIntegrations))).toHaveLength(1)
})

it('purges the listings of an account that was disconnected 90 days ago', async () => {
  const company = await test.company()
  const { id: skuId } = await buildSku(test.deps.db, company.id)
  const listing = { companyId: company.id, skuId, marketplaceId: unitedStates }
  const gone = await buildAccount(test.deps, company.id, { isActive: false, disconnectedAt: test.clock.now() })
  await company.ctx.transaction((tx) =>
    tx.insert(amazonListings).values([
      { ...listing, integrationId: company.accountId },
      { ...listing, integrationId: gone },
    ]),
  )
  test.clock.advance(90 * 24 * 3600)
  expect(await purge()).toMatchObject({ listings: 0 })
  test.clock.advance(1)
  expect(await purge()).toMatchObject({ listings: 1 })
  const left = await company.ctx.transaction((tx) => tx.select().from(amazonListings))
  expect(left).toMatchObject([{ integrationId: company.accountId }])
})
