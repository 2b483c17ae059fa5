import { and, count, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'

export async function countChannelsOf(tx: Tx, companyId: string, ids: readonly string[]): Promise<number> {
  const isOneOf = and(eq(channels.companyId, companyId), inArray(channels.id, [...ids]))
  const [counted] = await tx.select({ total: count() }).from(channels).where(isOneOf)
  return counted?.total ?? 0
}
