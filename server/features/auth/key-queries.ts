import { and, eq } from 'drizzle-orm'
import type { Database, Tx } from '#server/platform/db/client.ts'
import { apiKeys } from '#server/platform/db/schema/settings.ts'

type KeyHolderRow = {
  companyId: string
  channelId: string | null
  keyId: string
  name: string
  /** Null for a channel's own key, which opens everything. */
  scopes: string[] | null
}

/** By the hash of the key. Every call of a program begins with this, so it is one statement and no transaction. */
export async function findKeyHolder(
  { pool }: Pick<Database, 'pool'>,
  handle: string,
  now: Date,
): Promise<KeyHolderRow | null> {
  const { rows } = await pool.query<KeyHolderRow>({
    name: 'key-holder',
    text: `select company_id as "companyId", channel_id as "channelId", key_id as "keyId", name, scopes from key_holder($1, $2)`,
    values: [handle, now],
  })
  return rows[0] ?? null
}

export async function setLastUsed(tx: Tx, companyId: string, apiKeyId: string, at: Date): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ lastUsedAt: at })
    .where(and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, apiKeyId)))
}
