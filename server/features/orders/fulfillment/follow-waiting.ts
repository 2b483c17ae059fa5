import type { Tx } from '#server/platform/db/client.ts'
import { hasAccountsToAsk, hasAttemptsToFollow } from '../queries/attempts-to-follow.ts'
import { listedBefore } from './following/find-changed.ts'

/** Whether Amazon is to be asked something. */
export async function hasSomethingToFollow(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  return (await hasAttemptsToFollow(tx, companyId, now)) || hasAccountsToAsk(tx, companyId, listedBefore(now))
}
