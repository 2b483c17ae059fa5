import { recordAudit } from '#server/platform/audit.ts'
import type { Deps, Origin } from '#server/platform/context.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { setLastUsed } from './key-queries.ts'

const mostRemembered = 100_000

/** Puts the use of a key on record: once a day for each address that it is used from, since programs call without end. */
export function createKeyUse({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const noted = new Set<string>()
  let day = ''
  return async ({ companyId, channelId, keyId, name }: KeyHolder, origin: Origin): Promise<void> => {
    const now = clock.now()
    const today = now.toISOString().slice(0, 10)
    if (today !== day || noted.size >= mostRemembered) noted.clear()
    day = today
    const use = `${keyId} ${origin.ipAddress}`
    if (noted.has(use)) return
    noted.add(use)
    const who = { actor: { type: 'api_key', name, channelId }, origin } as const
    const resource = channelId === null ? 'api_key' : 'channel'
    try {
      await db.inCompany(companyId, async (tx) => {
        if (channelId === null) await setLastUsed(tx, companyId, keyId, now)
        await recordAudit(tx, who, { action: 'key.use', resource, resourceId: keyId, companyId })
      })
    } catch (error) {
      noted.delete(use)
      throw error
    }
  }
}
