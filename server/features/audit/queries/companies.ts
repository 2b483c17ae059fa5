import type { Tx } from '#server/platform/db/client.ts'
import { companies } from '#server/platform/db/schema/companies.ts'

export async function listCompanyIds(tx: Tx): Promise<string[]> {
  const rows = await tx.select({ id: companies.id }).from(companies).orderBy(companies.id)
  return rows.map(({ id }) => id)
}
