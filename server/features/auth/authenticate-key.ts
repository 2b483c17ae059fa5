import { createHash } from 'node:crypto'
import { apiKeyScopes } from '#contract/settings.ts'
import type { Deps } from '#server/platform/context.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { findApiKey, findChannelOfKey, findHandle } from './key-queries.ts'

/** Under which a key is found: keys themselves are kept sealed, or not at all. */
export const handleOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Whose key this is; null when it is nobody's, has been replaced, or its channel or company is switched off. */
export async function authenticateKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
): Promise<KeyHolder | null> {
  const now = clock.now()
  const handle = await db.onPlatform((tx) => findHandle(tx, handleOfKey(key), now))
  if (!handle) return null
  const { companyId, channelId, apiKeyId } = handle
  return db.inCompany(companyId, async (tx) => {
    if (channelId) {
      const channel = await findChannelOfKey(tx, companyId, channelId)
      return channel && { companyId, channelId, keyId: channelId, name: channel.name, scopes: apiKeyScopes }
    }
    const found = apiKeyId ? await findApiKey(tx, companyId, apiKeyId, now) : null
    return found && { companyId, channelId: null, keyId: found.id, name: found.name, scopes: found.scopes }
  })
}
