import { sql } from 'drizzle-orm'
import type { ChannelInput, ChannelRow } from '#contract/channels.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { Browser } from './app.ts'

export type CreatedChannel = ChannelRow & { apiKey: string | null; webhookSecret: string }

export async function createChannelAs(browser: Browser, input: Partial<ChannelInput> = {}): Promise<CreatedChannel> {
  const reply = await browser.post('/api/channels', { name: 'My Shop', type: 'website', ...input })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json<CreatedChannel>()
}

/** What the audit log says of these actions, oldest first. */
export async function auditedChanges(db: Database, companyId: string, action: string) {
  const { rows } = await db.inCompany(companyId, (tx) =>
    tx.execute<{ changes: { before: object; after: object }; actor_name: string }>(
      sql`select changes, actor_name from audit_log where action = ${action} order by created_at, id`,
    ),
  )
  return rows
}

/** The codes of the SKUs that a channel is yet to be told of. */
export async function skusToPush(db: Database, companyId: string, channelId: string): Promise<string[]> {
  const { rows } = await db.inCompany(companyId, (tx) =>
    tx.execute<{ sku: string }>(sql`
      select s.sku from offer_changes c join skus s on s.company_id = c.company_id and s.id = c.sku_id
      where c.channel_id = ${channelId} order by s.sku`),
  )
  return rows.map(({ sku }) => sku)
}
