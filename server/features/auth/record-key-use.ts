import { recordAudit } from '#server/platform/audit.ts'
import type { Deps, Origin } from '#server/platform/context.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { setLastUsed } from './queries.ts'

const maxRemembered = 100_000
/** Minimum interval between writes of a key's `lastUsedAt`. */
const recordEveryMs = 60_000

/**
 * Records the use of API keys: an audit entry per key, IP address and day, and the time of last use. A failed write is
 * retried with the next call.
 */
export function createKeyUseRecorder({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const recorded = new Set<string>()
  const lastUsed = new Map<string, number>()
  let day = ''
  return async ({ companyId, channelId, keyId, name }: KeyHolder, origin: Origin): Promise<void> => {
    const now = clock.now()
    const today = now.toISOString().slice(0, 10)
    if (today !== day || recorded.size >= maxRemembered) recorded.clear()
    if (lastUsed.size >= maxRemembered) lastUsed.clear()
    day = today
    const use = `${keyId} ${origin.ipAddress}`
    const isNewUse = !recorded.has(use)
    const before = lastUsed.get(keyId) ?? 0
    const isOwnKey = channelId === null
    const isLater = isOwnKey && now.getTime() - before >= recordEveryMs
    if (!isNewUse && !isLater) return
    recorded.add(use)
    lastUsed.set(keyId, now.getTime())
    const who = { actor: { type: 'api_key', name, channelId }, origin } as const
    const resource = isOwnKey ? 'api_key' : 'channel'
    try {
      await db.inCompany(companyId, async (tx) => {
        if (isOwnKey) await setLastUsed(tx, companyId, keyId, now)
        if (isNewUse) {
          await recordAudit(tx, who, { action: 'key.use', resource, resourceId: channelId ?? keyId, companyId })
        }
      })
    } catch (error) {
      if (isNewUse) recorded.delete(use)
      lastUsed.delete(keyId)
      throw error
    }
  }
}
