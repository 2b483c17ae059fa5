import type { Database, Tx } from './db/client.ts'
import { companies } from './db/schema/companies.ts'
import { companyPlaces, platformPlaces, type EncryptedPlace } from './sealed-places.ts'

/** Whose sealed texts they are: a company's, or null for the platform's own. */
export type Owner = string | null

export async function listOwners(db: Database): Promise<Owner[]> {
  const all = await db.onPlatform((tx) => tx.select({ id: companies.id }).from(companies).orderBy(companies.id))
  return [null, ...all.map(({ id }) => id)]
}

export const placesOf = (owner: Owner): readonly EncryptedPlace[] => (owner === null ? platformPlaces : companyPlaces)

export const inOwnerScope = <T>(db: Database, owner: Owner, work: (tx: Tx) => Promise<T>): Promise<T> =>
  owner === null ? db.onPlatform(work) : db.inCompany(owner, work)
