import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

/** What a channel calls the thing it sold. */
export type SoldCode = { channelId: string; externalId: string | null; sku: string }

const codeKey = ({ channelId, externalId, sku }: SoldCode) => JSON.stringify([channelId, externalId, sku])

/** Finds the SKU of a code; null when nobody has said yet which one is meant. */
export type SkuFinder = (code: SoldCode) => string | null

/**
 * Which SKUs are meant: by what the channel is known to call them, else by their code, else by their code in other
 * letter case where only one SKU has it.
 */
export async function findSkusOfLines(tx: Tx, companyId: string, codes: readonly SoldCode[]): Promise<SkuFinder> {
  const distinct = [...new Map(codes.map((code) => [codeKey(code), code])).values()]
  if (distinct.length === 0) return () => null
  const { rows } = await tx.execute<SoldCode & { skuId: string | null }>(sql`
    select code."channelId", code."externalId", code.sku, coalesce(
      (select l.sku_id from listings l where l.company_id = ${companyAtRunTime(companyId)}
        and l.channel_id = code."channelId" and l.external_id = code."externalId"),
      (select l.sku_id from listings l where l.company_id = ${companyAtRunTime(companyId)}
        and l.channel_id = code."channelId" and l.external_id = code.sku),
      (select s.id from skus s where s.company_id = ${companyAtRunTime(companyId)} and s.sku = code.sku)
    ) as "skuId"
    from json_to_recordset(${JSON.stringify(distinct)}::json) as code("channelId" uuid, "externalId" text, sku text)`)
  const skus = new Map(rows.map((row) => [codeKey(row), row.skuId]))
  const unknown = rows.filter((row) => row.skuId === null).map((row) => row.sku)
  const byLowerCase = unknown.length > 0 ? await findIgnoringCase(tx, companyId, unknown) : new Map<string, string>()
  return (code) => skus.get(codeKey(code)) ?? byLowerCase.get(code.sku.toLowerCase()) ?? null
}

async function findIgnoringCase(tx: Tx, companyId: string, codes: readonly string[]): Promise<Map<string, string>> {
  const lowered = [...new Set(codes.map((code) => code.toLowerCase()))]
  const { rows } = await tx.execute<{ code: string; skuId: string }>(sql`
    select lower(sku) as code, min(id::text) as "skuId" from skus
    where company_id = ${companyId} and lower(sku) = any(${sql.param(lowered)}::text[])
    group by 1 having count(*) = 1`)
  return new Map(rows.map(({ code, skuId }) => [code, skuId]))
}
