import type { Role } from '#contract/roles.ts'
import type { Database } from '#server/platform/db/client.ts'
import { companies, users } from '#server/platform/db/schema/companies.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { newId } from '#server/platform/id.ts'

type Overrides<T> = Partial<T>

export async function buildCompany(db: Database, overrides: Overrides<typeof companies.$inferInsert> = {}) {
  const id = overrides.id ?? newId()
  return db.onPlatform(async (tx) => {
    const values = { id, name: `Company ${id.slice(-6)}`, email: 'office@example.com', ...overrides }
    const [company] = await tx.insert(companies).values(values).returning()
    await tx.insert(companySettings).values({ companyId: id })
    if (!company) throw new Error('no company was built')
    return company
  }, id)
}

/** Makes the company too when none is named; `companyId: null` makes a person without one. */
export async function buildUser(db: Database, overrides: Overrides<typeof users.$inferInsert> & { role?: Role } = {}) {
  const id = newId()
  const companyId = overrides.companyId === undefined ? (await buildCompany(db)).id : overrides.companyId
  const values = { id, email: `${id}@example.com`, firstName: 'Ana', lastName: 'Ruiz', ...overrides, companyId }
  const [user] = await db.onPlatform((tx) => tx.insert(users).values(values).returning())
  if (!user) throw new Error('no user was built')
  return user
}
