import type { Tx } from '#server/platform/db/client.ts'
import { hasItemsToRun } from './queries/items.ts'

/** Whether a batch has orders that can be seen to, or has come to its end. */
export const hasBatchesToRun = (tx: Tx, companyId: string, _now: Date): Promise<boolean> => hasItemsToRun(tx, companyId)
