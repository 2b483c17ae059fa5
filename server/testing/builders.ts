import { eq } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import type { Database } from '#server/platform/db/client.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { companies, users } from '#server/platform/db/schema/companies.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'

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

/** Builds the company too unless one is given: for an admin a provider's company, which makes them provider staff. */
export async function buildUser(db: Database, overrides: Overrides<typeof users.$inferInsert> & { role?: Role } = {}) {
  const id = newId()
  const isProvider = overrides.role === 'admin'
  const companyId = overrides.companyId ?? (await buildCompany(db, { isProvider })).id
  const values = { id, email: `${id}@example.com`, firstName: 'Ana', lastName: 'Ruiz', ...overrides, companyId }
  const [user] = await db.onPlatform((tx) => tx.insert(users).values(values).returning())
  if (!user) throw new Error('no user was built')
  return user
}

export async function buildProduct(
  db: Database,
  companyId: string,
  overrides: Overrides<typeof products.$inferInsert> = {},
) {
  const id = overrides.id ?? newId()
  const values = { title: `Product ${id.slice(-6)}`, ...overrides, companyId, id }
  const [product] = await db.inCompany(companyId, (tx) => tx.insert(products).values(values).returning())
  if (!product) throw new Error('no product was built')
  return product
}

/** Builds the product too unless one is given; a trigger creates the stock level. */
export async function buildSku(db: Database, companyId: string, overrides: Overrides<typeof skus.$inferInsert> = {}) {
  const id = overrides.id ?? newId()
  const productId = overrides.productId ?? (await buildProduct(db, companyId)).id
  const values = { sku: `SKU-${id.slice(-12)}`, price: '10.00', ...overrides, companyId, id, productId }
  const [sku] = await db.inCompany(companyId, (tx) => tx.insert(skus).values(values).returning())
  if (!sku) throw new Error('no SKU was built')
  return sku
}

type Level = Partial<Pick<typeof stockLevels.$inferInsert, 'qtyAvailable' | 'qtyReserved' | 'qtyInbound' | 'qtyHeld'>>

/** Overwrites a SKU's stock level, ignoring counts and holds. */
export async function setLevel(db: Database, sku: { companyId: string; id: string }, level: Level) {
  const counted = { source: 'amazon', readAt: new Date('2026-03-02T09:00:00Z'), ...level } as const
  await db.inCompany(sku.companyId, (tx) => tx.update(stockLevels).set(counted).where(eq(stockLevels.skuId, sku.id)))
}
