import type { Database } from '#server/platform/db/client.ts'
import { findCompanyOfChannel } from './queries/receiving.ts'

const maxCached = 10_000

/** Whose channel it is. A channel never changes hands, so what was found once is remembered. */
export function createCompanyLookup(db: Database): (channelId: string) => Promise<string | null> {
  const cache = new Map<string, string>()
  return async (channelId) => {
    const known = cache.get(channelId)
    if (known) return known
    const found = await db.onPlatform((tx) => findCompanyOfChannel(tx, channelId))
    if (found) addToCache(cache, channelId, found)
    return found
  }
}

function addToCache(cache: Map<string, string>, channelId: string, companyId: string): void {
  const [oldest] = cache.keys()
  if (oldest && cache.size >= maxCached) cache.delete(oldest)
  cache.set(channelId, companyId)
}
