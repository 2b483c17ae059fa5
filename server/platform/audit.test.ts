import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDeps } from '#server/testing/app.ts'
import { recordEntry, writeEntry } from '#server/testing/audit-entries.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { platformCompanyId } from './audit.ts'
import { auditLog } from './db/schema/audit.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let companyId: string

beforeAll(async () => {
  test = await createTestDeps()
})
beforeEach(async () => {
  companyId = (await buildCompany(test.deps.db)).id
})
afterAll(() => test.close())

const actionsOf = (company: string) =>
  test.deps.db.inCompany(company, async (tx) =>
    (await tx.select({ action: auditLog.action }).from(auditLog).orderBy(desc(auditLog.id))).map(
      ({ action }) => action,
    ),
  )

it('business changes are not audited while a company has audit logging off, security events are', async () => {
  await changeSettings(test.deps.db, companyId, { auditLogging: false })
  await writeEntry(test.deps, companyId)
  await writeEntry(test.deps, companyId, { action: 'order.view', resource: 'order' })
  expect(await actionsOf(companyId)).toEqual(['order.view'])
  await changeSettings(test.deps.db, companyId, { auditLogging: true })
  await writeEntry(test.deps, companyId)
  expect(await actionsOf(companyId)).toEqual(['product.update', 'order.view'])
})

it('the setting of the company that owns the entry decides, also for platform actions', async () => {
  const other = (await buildCompany(test.deps.db)).id
  await changeSettings(test.deps.db, companyId, { auditLogging: false })
  await test.deps.db.onPlatform(async (tx) => {
    for (const one of [companyId, other, null]) await recordEntry(tx, one)
  })
  const written = [companyId, other, platformCompanyId].map(actionsOf)
  expect(await Promise.all(written)).toEqual([[], ['product.update'], ['product.update']])
})
