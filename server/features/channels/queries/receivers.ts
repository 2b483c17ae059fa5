import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { publicHandles } from '#server/platform/db/schema/public-handles.ts'

/** Every channel of every company, by the handle of its address. */
export async function listAllChannels(tx: Tx): Promise<{ companyId: string; channelId: string }[]> {
  return tx
    .select({ companyId: publicHandles.companyId, channelId: sql<string>`${publicHandles.channelId}` })
    .from(publicHandles)
    .where(eq(publicHandles.handle, sql`${publicHandles.channelId}::text`))
}

/** Companies at work that have a channel. */
export async function listCompaniesWithChannels(tx: Tx): Promise<string[]> {
  const found = await tx
    .selectDistinct({ companyId: publicHandles.companyId })
    .from(publicHandles)
    .innerJoin(companies, eq(companies.id, publicHandles.companyId))
    .where(and(isNotNull(publicHandles.channelId), eq(companies.isActive, true)))
    .orderBy(asc(publicHandles.companyId))
  return found.map(({ companyId }) => companyId)
}

/** Companies at work; messages and alerts wait at those without a channel too. */
export async function listActiveCompanies(tx: Tx): Promise<string[]> {
  const found = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.isActive, true))
    .orderBy(asc(companies.id))
  return found.map(({ id }) => id)
}
