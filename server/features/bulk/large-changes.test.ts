import { expect, it, onTestFinished } from 'vitest'
import type { SheetSaveResult } from '#contract/bulk.ts'
import type { SheetRow } from '#contract/sheet.ts'
import { createTestApp } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { uploadRows } from '#server/testing/bulk-fixture.ts'
import { withClient } from '#server/testing/postgres.ts'
import { greedySteps, watchPlans } from '#server/testing/query-plan-fixture.ts'

const count = 500

/** A step that reads some rows of each changed row is fine; one that reads each row for each row is not. */
const mostRows = 10 * count

const priced = (price: string) =>
  Array.from({ length: count }, (_, n) => ({
    sku: `P-${n}`,
    title: `Part ${n}`,
    price,
    quantity: 1,
    asin: null,
    category: null,
  }))

/** PostgreSQL has no statistics on a company that has just begun: it takes its catalog for a single row. */
it.each([
  ['knows nothing', 0],
  ['knows another company only', 50],
])('a large upload, sheet save and undo compare no row with each other row when PostgreSQL %s', async (_, others) => {
  const server = await createTestApp()
  onTestFinished(server.close)
  const { db } = server.deps
  const { adminUrl } = server.database
  const takePlans = await watchPlans(db, adminUrl)
  const other = await buildCompany(db)
  for (let n = 0; n < others; n += 1) await buildSku(db, other.id, { sku: `O-${n}` })
  if (others > 0) await withClient(adminUrl, (admin) => admin.query('vacuum analyze'))
  const { id: companyId } = await buildCompany(db)
  const ops = await server.as('ops', companyId)
  const greedy = () => takePlans().flatMap((plan) => greedySteps(plan, { mostRows, mayCount: false }))

  await uploadRows(server.deps, companyId, priced('1.00'))
  await uploadRows(server.deps, companyId, priced('1.10'))
  expect(greedy()).toEqual([])
  const sheet = (await ops.get(`/api/products/sheet-data?limit=${count}`)).json<SheetRow[]>()
  takePlans()
  const updates = sheet.map(({ id, version }, n) => ({ id, version, title: `Changed ${n}`, quantity: n }))
  const { changeSetId, updated } = (await ops.post('/api/products/bulk-update', { updates })).json<SheetSaveResult>()
  expect(updated).toBe(count)
  expect(greedy()).toEqual([])
  const undone = await ops.post(`/api/bulk/change-sets/${changeSetId}/undo`)
  expect(undone.json()).toMatchObject({ undone: count })
  expect(greedy()).toEqual([])
})
