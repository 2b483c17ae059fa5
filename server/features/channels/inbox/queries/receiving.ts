import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { channels } from '#server/platform/db/schema/channels.ts'
import { publicHandles } from '#server/platform/db/schema/public-handles.ts'

/** Whose channel it is; of the platform, since no company is known yet. */
export async function findCompanyOfChannel(tx: Tx, channelId: string): Promise<string | null> {
  const [found] = await tx
    .select({ companyId: publicHandles.companyId })
    .from(publicHandles)
    .where(and(eq(publicHandles.handle, channelId), eq(publicHandles.channelId, channelId)))
  return found?.companyId ?? null
}

export type ReceivingChannel = Pick<
  typeof channels.$inferSelect,
  'id' | 'type' | 'config' | 'isActive' | 'webhookSecret' | 'previousWebhookSecret' | 'previousWebhookSecretExpiresAt'
>

type ReceivingRecord = Omit<ReceivingChannel, 'previousWebhookSecretExpiresAt'> & { until: string | null }

/**
 * What is needed to tell whether a delivery is the channel's; null when its company is deactivated. In plain SQL, like what
 * is written then: putting the statements together costs as much as the rest of receiving otherwise.
 */
export async function findReceivingChannel(
  tx: Tx,
  companyId: string,
  channelId: string,
): Promise<ReceivingChannel | null> {
  const { rows } = await tx.execute<ReceivingRecord>(sql`
    select c.id, c.type, c.config, c.is_active as "isActive", c.webhook_secret as "webhookSecret",
      c.previous_webhook_secret as "previousWebhookSecret", c.previous_webhook_secret_expires_at as until
    from channels c join companies o on o.id = c.company_id and o.is_active
    where c.company_id = ${companyId} and c.id = ${channelId}`)
  const [found] = rows
  if (!found) return null
  const { until, ...channel } = found
  return { ...channel, previousWebhookSecretExpiresAt: until === null ? null : new Date(until) }
}
