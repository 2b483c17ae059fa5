import type { Tx } from '#server/platform/db/client.ts'
import { hasAccountsToPoll, hasAttemptsToTrack } from '../queries/attempts-to-follow.ts'
import { pollCutoff } from './following/find-changed.ts'

/** Whether Amazon is to be asked something. */
export async function hasDueTracking(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  return (await hasAttemptsToTrack(tx, companyId, now)) || hasAccountsToPoll(tx, companyId, pollCutoff(now))
}
