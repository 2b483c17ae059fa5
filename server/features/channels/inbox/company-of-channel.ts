import type { Database } from '#server/platform/db/client.ts'
import { findCompanyOfChannel } from './queries/receiving.ts'

const mostRemembered = 10_000

/** Whose channel it is. A channel never changes hands, so what was found once is remembered. */
export function createCompanyOfChannel(db: Database): (channelId: string) => Promise<string | null> {
  const remembered = new Map<string, string>()
  return async (channelId) => {
    const known = remembered.get(channelId)
    if (known) return known
    const found = await db.onPlatform((tx) => findCompanyOfChannel(tx, channelId))
    if (found) remember(remembered, channelId, found)
    return found
  }
}

function remember(remembered: Map<string, string>, channelId: string, companyId: string): void {
  const [oldest] = remembered.keys()
  if (oldest && remembered.size >= mostRemembered) remembered.delete(oldest)
  remembered.set(channelId, companyId)
}
