import type { InjectOptions } from 'fastify'
import { apiKeyScopes } from '#contract/roles.ts'
import { handleOfKey } from '#server/features/auth/authenticate.ts'
import type { Database } from '#server/platform/db/client.ts'
import { publicHandles } from '#server/platform/db/schema/public-handles.ts'
import { apiKeys } from '#server/platform/db/schema/settings.ts'
import type { App } from '#server/platform/http/app.ts'
import { newId } from '#server/platform/ids.ts'

type Overrides = Partial<typeof apiKeys.$inferInsert>

/** Creates a master key with all scopes and returns it in clear. */
export async function buildMasterKey(db: Database, companyId: string, overrides: Overrides = {}): Promise<string> {
  const key = `ls_live_master-${newId()}`
  await buildApiKey(db, companyId, { key, ...overrides })
  return key
}

/** Creates a key with all scopes and returns its id. */
export async function buildApiKey(
  db: Database,
  companyId: string,
  { key = `ls_live_${newId()}`, ...overrides }: Overrides & { key?: string } = {},
): Promise<string> {
  const id = newId()
  const values = { name: 'Master key', prefix: 'ls_live_', suffix: id.slice(-4), scopes: [...apiKeyScopes] }
  await db.inCompany(companyId, async (tx) => {
    await tx.insert(apiKeys).values({ ...values, ...overrides, keyHash: handleOfKey(key), companyId, id })
    await tx.insert(publicHandles).values({ handle: handleOfKey(key), companyId, apiKeyId: id })
  })
  return id
}

/** A client that calls with an API key. */
export function programWith(http: App['http'], key: string | null, scheme = 'Bearer') {
  const headers = key === null ? {} : { authorization: `${scheme} ${key}` }
  const send = (method: 'GET' | 'POST') => (url: string, payload?: object) =>
    http.inject({ method, url, headers, ...(payload ? { payload } : {}) } as InjectOptions)
  return { get: send('GET'), post: send('POST') }
}
