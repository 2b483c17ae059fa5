import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; expiresAt: number }

/** Sessions, codes and tokens of one provider; they end with it, as nobody signs in for long at a stand-in. */
export function createMemoryStore(): AdapterFactory {
  const models = new Map<string, Map<string, Entry>>()
  return (model) => {
    const entries = models.get(model) ?? new Map<string, Entry>()
    models.set(model, entries)
    return createAdapter(entries)
  }
}

function createAdapter(entries: Map<string, Entry>): Adapter {
  const find = (matches: (payload: AdapterPayload) => boolean) => {
    dropExpired(entries)
    return [...entries.values()].find(({ payload }) => matches(payload))?.payload
  }
  return {
    async upsert(id, payload, expiresIn = Infinity) {
      entries.set(id, { payload, expiresAt: Date.now() + expiresIn * 1000 })
    },
    async find(id) {
      dropExpired(entries)
      return entries.get(id)?.payload
    },
    findByUid: async (uid) => find((payload) => payload.uid === uid),
    findByUserCode: async (userCode) => find((payload) => payload.userCode === userCode),
    async consume(id) {
      const entry = entries.get(id)
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      entries.delete(id)
    },
    async revokeByGrantId(grantId) {
      for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id)
    },
  }
}

function dropExpired(entries: Map<string, Entry>): void {
  const now = Date.now()
  for (const [id, { expiresAt }] of entries) if (expiresAt <= now) entries.delete(id)
}
