import type { Tx } from '#server/platform/db/client.ts'
import { listDueChannels } from './queries/due-offers.ts'

export async function hasDueOffers(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  return (await listDueChannels(tx, companyId, now)).length > 0
}
