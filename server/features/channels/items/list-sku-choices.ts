import { sql } from 'drizzle-orm'
import type { attentionApi, SkuChoice } from '#contract/attention.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { sellableUnits } from '#server/features/inventory/sellable.ts'
import { stockJoins } from '#server/features/inventory/stock-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { likePattern, searchTerms } from '#server/platform/db/rows.ts'
import { getChannelOrThrow } from '../channel-queries.ts'
import { indexForMatching, rankSkus, type SuggestedSku } from './match-items.ts'
import { findSoldItem, readOwnSkus } from './queries.ts'

const choicesAtOnce = 20

type Question = ParsedInputOf<typeof attentionApi.skuChoices>

/** SKUs to choose from, by code; without a search those that the sold item may be come first. */
export async function listSkuChoices(
  ctx: CompanyContext,
  question: Question,
): Promise<{ rows: SkuChoice[]; total: number }> {
  return ctx.read(async (tx) => {
    const likely = question.search ? [] : await findLikelySkus(tx, ctx.companyId, question)
    const evidence = new Map(likely.map(({ sku, evidence: why }) => [sku.id, why]))
    const found = await readChoices(tx, ctx.companyId, { search: question.search, likely: [...evidence.keys()] })
    const rows = found.map(({ total: _total, ...row }) => ({ ...row, evidence: evidence.get(row.skuId) ?? null }))
    return { rows, total: found[0]?.total ?? 0 }
  })
}

/** By barcode where the channel lists the item, by code and by title. */
async function findLikelySkus(
  tx: Tx,
  companyId: string,
  { channelId, code, externalId, title }: Question,
): Promise<SuggestedSku[]> {
  if (!channelId || !code) return []
  await getChannelOrThrow(tx, companyId, channelId)
  const listed = externalId ? await findSoldItem(tx, { companyId, channelId }, externalId) : undefined
  const item = { variant: null, barcode: null, isIgnored: false, ...listed }
  // What else the channel sells, and which codes were mapped, doesn't count here.
  const index = indexForMatching({ items: [], skus: await readOwnSkus(tx, companyId), mappedCodes: [] })
  return rankSkus(index, {
    ...item,
    externalId: externalId ?? code,
    title: title ?? listed?.title ?? code,
    sku: code,
    skuId: null,
  })
}

type ChoiceRecord = Omit<SkuChoice, 'evidence'> & { total: number }

type Choices = { search: string | undefined; likely: readonly string[] }

async function readChoices(tx: Tx, companyId: string, { search, likely }: Choices): Promise<ChoiceRecord[]> {
  const patterns = sql`${sql.param(searchTerms(search ?? '').map(likePattern))}::text[]`
  const place = sql`array_position(${sql.param([...likely])}::uuid[], found.id)`
  const { rows } = await tx.execute<ChoiceRecord>(sql`
    with found as materialized (
      select s.company_id, s.id, s.sku from skus s
      join products p on p.company_id = s.company_id and p.id = s.product_id
      where s.company_id = ${companyId}
        and concat_ws(' ', s.sku, coalesce(s.title, p.title)) ilike all(${patterns})
    ),
    page as (
      select found.*, ${place} as place from found order by ${place}, found.sku limit ${choicesAtOnce}
    )
    select s.id as "skuId", s.sku, coalesce(s.title, p.title) as title, s.is_active as "isActive",
      s.stock_holder = 'amazon' as "isAtAmazon", ${sellableUnits(sql`l`)} as sellable, s.price,
      (select count(*)::int from found) as total
    from page cross join lateral (select * from skus where company_id = page.company_id and id = page.id offset 0) as s
    ${stockJoins}
    order by page.place, s.sku`)
  return rows
}
