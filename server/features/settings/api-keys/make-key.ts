import type { NewApiKey } from '#contract/api-keys.ts'
import type { ApiKeyScope } from '#contract/roles.ts'
import { handleOfKey } from '#server/features/auth/authenticate-key.ts'
import { createApiKey } from '#server/features/channels/secrets.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { toApiKeyRow } from './key-row.ts'
import { getApiKeyOrThrow, insertApiKey } from './queries.ts'

type NewKey = { name: string; scopes: readonly ApiKeyScope[]; isMaster: boolean; expiresAt: Date | null }

/** Answers the key in clear, which nobody can do again: only its hash is kept. */
export async function issueKey(tx: Tx, ctx: CompanyContext, { scopes, ...making }: NewKey): Promise<NewApiKey> {
  const { companyId, actor, clock } = ctx
  const [id, key] = [newId(), createApiKey()]
  await insertApiKey(tx, {
    ...making,
    companyId,
    id,
    scopes: [...scopes],
    prefix: key.slice(0, 8),
    suffix: key.slice(-4),
    keyHash: handleOfKey(key),
    createdBy: actor.type === 'user' ? actor.userId : null,
    createdAt: clock.now(),
  })
  return { ...toApiKeyRow(await getApiKeyOrThrow(tx, companyId, id)), key }
}
