import type { Tx } from '#server/platform/db/client.ts'
import { hasAttemptsToSubmit } from '../queries/attempts-to-send.ts'

/** Whether Amazon is to be told something. */
export const hasDueSubmissions = (tx: Tx, companyId: string, now: Date): Promise<boolean> =>
  hasAttemptsToSubmit(tx, companyId, now)
