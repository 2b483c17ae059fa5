import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { undoChangeSet } from '#server/features/bulk/undo-change-set.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { changeSets } from '#server/platform/db/schema/bulk.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { loadDemo } from './load-demo.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>

beforeAll(async () => {
  test = await createTestDeps()
  await loadDemo(test.deps.db, test.deps.clock)
})
afterAll(() => test.close())

it('the last demo bulk change can be undone completely, and the one before it except for later counts', async () => {
  const { db } = test.deps
  const [company] = await db.onPlatform((tx) => tx.select().from(companies))
  const companyId = company?.id ?? ''
  const sets = await db.inCompany(companyId, (tx) => tx.select().from(changeSets).orderBy(asc(changeSets.createdAt)))
  const [newPrices, sheetSave] = sets.slice(-2)
  const ctx = companyContext(test.deps, { actor: { type: 'system', name: 'test' }, origin: noOrigin }, companyId)

  const prices = await undoChangeSet(ctx, { changeSetId: newPrices?.id ?? '' })
  expect(prices.undone).toBeGreaterThan(20)
  expect(prices.conflicts.map(({ resource }) => resource)).toEqual(prices.conflicts.map(() => 'stock'))
  expect(prices.undone + prices.conflicted).toBe(newPrices?.updated)

  const sheet = await undoChangeSet(ctx, { changeSetId: sheetSave?.id ?? '' })
  expect(sheet).toMatchObject({ undone: sheetSave?.updated, conflicted: 0 })
})
