import { type SQL, sql } from 'drizzle-orm'
import { itemIdOfCode } from '#server/features/channels/items/queries.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

/** What a channel sold: its code, and its id of the product or variant where it names one. */
type SoldCode = { channelId: string | null; externalId: string | null; sku: string }

const codeKey = ({ channelId, externalId, sku }: SoldCode) => JSON.stringify([channelId, externalId, sku])

/** Finds the SKU id of a sold item; null while unmapped. */
export type SkuFinder = (code: SoldCode) => string | null

/**
 * Maps sold items to SKUs: by the item's id first (matched items, then listings), then by its code (learned codes, listings, SKU codes;
 * SKU codes also ignoring case when that is unique). The code does not count for an item of which the channel is known to have no code:
 * variations without one carry the code of their product.
 */
export async function findSkusOfLines(tx: Tx, companyId: string, codes: readonly SoldCode[]): Promise<SkuFinder> {
  const distinct = [...new Map(codes.map((code) => [codeKey(code), code])).values()]
  if (distinct.length === 0) return () => null
  const ours = companyAtRunTime(companyId)
  const item = (id: SQL) =>
    sql`channel_items c where c.company_id = ${ours} and c.channel_id = code."channelId" and c.external_id = ${id}`
  const listing = (id: SQL) =>
    sql`(select l.sku_id from listings l where l.company_id = ${ours} and l.channel_id = code."channelId" and l.external_id = ${id})`
  const { rows } = await tx.execute<SoldCode & { skuId: string | null; isByCode: boolean }>(sql`
    select code.*, coalesce(
      (select c.sku_id from ${item(sql`code."externalId"`)}),
      ${listing(sql`code."externalId"`)},
      case when code."isByCode" then coalesce(
        (select c.sku_id from ${item(sql`code."codeId"`)} and not code."isKnown"),
        ${listing(sql`code.sku`)},
        (select s.id from skus s where s.company_id = ${ours} and s.sku = code.sku)
      ) end
    ) as "skuId"
    from (
      select code.*, exists (select from ${item(sql`code."externalId"`)}) as "isKnown",
        not exists (select from ${item(sql`code."externalId"`)} and (c.sku is null or c.is_ignored)) as "isByCode"
      from json_to_recordset(${JSON.stringify(distinct.map((code) => ({ ...code, codeId: itemIdOfCode(code.sku) })))}::json)
        as code("channelId" uuid, "externalId" text, sku text, "codeId" text)
    ) as code`)
  const skus = new Map(rows.map((row) => [codeKey(row), row]))
  const unknown = rows.filter((row) => row.skuId === null && row.isByCode).map((row) => row.sku)
  const byLowerCase = unknown.length > 0 ? await findIgnoringCase(tx, companyId, unknown) : new Map<string, string>()
  return (code) => {
    const found = skus.get(codeKey(code))
    return found?.skuId ?? (found?.isByCode ? (byLowerCase.get(code.sku.toLowerCase()) ?? null) : null)
  }
}

async function findIgnoringCase(tx: Tx, companyId: string, codes: readonly string[]): Promise<Map<string, string>> {
  const lowered = [...new Set(codes.map((code) => code.toLowerCase()))]
  const { rows } = await tx.execute<{ code: string; skuId: string }>(sql`
    select lower(sku) as code, min(id::text) as "skuId" from skus
    where company_id = ${companyId} and lower(sku) = any(${sql.param(lowered)}::text[])
    group by 1 having count(*) = 1`)
  return new Map(rows.map(({ code, skuId }) => [code, skuId]))
}
