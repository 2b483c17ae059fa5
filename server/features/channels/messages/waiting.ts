import type { Tx } from '#server/platform/db/client.ts'
import { hasDue } from './queries/messages.ts'

export function hasDueMessages(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  return hasDue(tx, companyId, now)
}
