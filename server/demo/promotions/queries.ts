import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { promotions } from '#server/platform/db/schema/promotions.ts'

export async function findChannelIds(tx: Tx): Promise<Record<string, string>> {
  const rows = await tx.select({ slug: channels.slug, id: channels.id }).from(channels)
  return Object.fromEntries(rows.map(({ slug, id }) => [slug, id]))
}

/** They were thought up some days before they began. */
export async function datePromotionsBack(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`
    update promotions set
      created_at = least(created_at, starts_at - interval '3 days') , updated_at = least(updated_at, starts_at - interval '3 days')
    where company_id = ${companyId}`)
}

export async function findByCode(tx: Tx, code: string) {
  const { id, version, redemptionCount } = promotions
  const [found] = await tx.select({ id, version, redemptionCount }).from(promotions).where(eq(promotions.code, code))
  return found
}
