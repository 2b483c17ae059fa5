import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { FieldTexts } from '../merge/fields.ts'
import type { StoredSent } from './kept.ts'

type AccountKey = { companyId: string; accountId: string }
type MergeState = { skuId: string; marketplaceId: string; agreed: Partial<FieldTexts>; sent: StoredSent }

/** What is told of the listing `l`: its last refusal, as long as something that was refused still stands here. */
export const unresolvedRefusal = (sent: SQL): SQL =>
  sql`case when jsonb_path_exists(${sent}, '$.*[*] ? (@.isRejected == true)') then l.send_error end`

/** Keeps what both sides have in common and what was sent and may still land. */
export async function saveMergeStates(
  tx: Tx,
  { companyId, accountId }: AccountKey,
  sides: readonly MergeState[],
): Promise<void> {
  if (sides.length === 0) return
  await tx.execute(sql`
    update amazon_listings l set agreed = known.agreed, sent = known.sent,
      send_error = ${unresolvedRefusal(sql`known.sent`)}, updated_at = now()
    from json_to_recordset(${JSON.stringify(sides)}::json) as known("skuId" uuid, "marketplaceId" text, agreed jsonb,
      sent jsonb)
    where l.company_id = ${companyId} and l.integration_id = ${accountId} and l.marketplace_id = known."marketplaceId"
      and l.sku_id = known."skuId"`)
}

type AgreedValues = { skuId: string; marketplaceId: string; agreed: Partial<FieldTexts> }

/** Adds to what both sides have in common. */
export async function addAgreedValues(
  tx: Tx,
  { companyId, accountId }: AccountKey,
  sides: readonly AgreedValues[],
): Promise<void> {
  if (sides.length === 0) return
  await tx.execute(sql`
    update amazon_listings l set agreed = l.agreed || known.agreed, updated_at = now()
    from json_to_recordset(${JSON.stringify(sides)}::json) as known("skuId" uuid, "marketplaceId" text, agreed jsonb)
    where l.company_id = ${companyId} and l.integration_id = ${accountId} and l.marketplace_id = known."marketplaceId"
      and l.sku_id = known."skuId"`)
}
