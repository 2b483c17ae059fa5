import { afterAll, beforeAll, expect, it } from 'vitest'
import { companies, users } from '#server/platform/db/schema/companies.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { heldClock } from '#server/testing/app.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { loadDemo } from './load-demo.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('fills an empty database with one company, its settings and the three people of the sign-in page, once', async () => {
  expect(await loadDemo(test.db, heldClock())).toBe(true)
  expect(await loadDemo(test.db, heldClock())).toBe(false)
  const [everybody, firms, settings] = await test.db.onPlatform(async (tx) => [
    await tx.select().from(users),
    await tx.select().from(companies),
    await tx.select().from(companySettings),
  ])
  expect(firms).toMatchObject([{ name: 'Harbor & Pine', isActive: true }])
  expect(settings).toMatchObject([{ companyId: firms[0]?.id, timeZone: 'America/Los_Angeles' }])
  expect(everybody.map(({ email, role }) => `${role}: ${email}`).toSorted()).toEqual([
    'admin: admin@lockstep.test',
    'ops: ops@lockstep.test',
    'readonly: readonly@lockstep.test',
  ])
})
