import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { apiKeyScopes, type ApiKeyScope } from '#contract/settings.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { publicHandles } from '#server/platform/db/schema/public-handles.ts'
import { apiKeys } from '#server/platform/db/schema/settings.ts'

/** Whose handle it is, while it is good and its company active. */
export async function findHandle(tx: Tx, handle: string, now: Date) {
  const [found] = await tx
    .select({
      companyId: publicHandles.companyId,
      channelId: publicHandles.channelId,
      apiKeyId: publicHandles.apiKeyId,
    })
    .from(publicHandles)
    .innerJoin(companies, eq(companies.id, publicHandles.companyId))
    .where(
      and(
        eq(publicHandles.handle, handle),
        eq(companies.isActive, true),
        or(isNull(publicHandles.expiresAt), gt(publicHandles.expiresAt, now)),
      ),
    )
  return found ?? null
}

export async function findChannelOfKey(tx: Tx, companyId: string, channelId: string) {
  const [channel] = await tx
    .select({ name: channels.name })
    .from(channels)
    .where(and(eq(channels.companyId, companyId), eq(channels.id, channelId), eq(channels.isActive, true)))
  return channel ?? null
}

export async function findApiKey(tx: Tx, companyId: string, apiKeyId: string, now: Date) {
  const [key] = await tx
    .select({ id: apiKeys.id, name: apiKeys.name, scopes: apiKeys.scopes })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.companyId, companyId),
        eq(apiKeys.id, apiKeyId),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
      ),
    )
  return key ? { ...key, scopes: key.scopes.filter(isScope) } : null
}

export async function setLastUsed(tx: Tx, companyId: string, apiKeyId: string, at: Date): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ lastUsedAt: at })
    .where(and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, apiKeyId)))
}

const isScope = (word: string): word is ApiKeyScope => (apiKeyScopes as readonly string[]).includes(word)
