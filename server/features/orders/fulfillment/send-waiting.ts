import type { Tx } from '#server/platform/db/client.ts'
import { hasAttemptsToSend } from '../queries/attempts-to-send.ts'

/** Whether Amazon is to be told something. */
export const hasSomethingToSend = (tx: Tx, companyId: string, now: Date): Promise<boolean> =>
  hasAttemptsToSend(tx, companyId, now)
