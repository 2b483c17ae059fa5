import { sql } from 'drizzle-orm'
import type { PromotionRule } from '#contract/pricing/promotion-rule.ts'
import type { Tx } from '#server/platform/db/client.ts'

type RuleVersion = { id: string; stamp: string; uses: number }

/**
 * By promotion, with the stamp that PostgreSQL gives to each version of a row (`xmin`). To send and read a thousand rules
 * takes longer than all else that a quote needs, and hardly ever has one changed since the last quote.
 */
const cachedRules = new Map<string, { stamp: string; rule: PromotionRule }>()
const maxCached = 20_000

/** The rules of these versions, or of later ones, with these uses; the caller has found them behind the company's wall. */
export async function readCachedRules(
  tx: Tx,
  companyId: string,
  found: readonly RuleVersion[],
): Promise<PromotionRule[]> {
  const missing = found.filter(({ id, stamp }) => cachedRules.get(id)?.stamp !== stamp).map(({ id }) => id)
  const read = new Map(missing.length > 0 ? await selectRules(tx, companyId, missing) : [])
  const rules = found.flatMap(({ id, uses }) => {
    const rule = (read.get(id) ?? cachedRules.get(id))?.rule
    return rule ? [rule.redemptionCount === uses ? rule : { ...rule, redemptionCount: uses }] : []
  })
  if (cachedRules.size + read.size > maxCached) cachedRules.clear()
  for (const [id, row] of read) cachedRules.set(id, row)
  return rules
}

/** Moments are as PostgreSQL writes them. */
type RuleRecord = Omit<PromotionRule, 'startsAt' | 'endsAt'> & {
  stamp: string
  startsAt: string | null
  endsAt: string | null
}

async function selectRules(tx: Tx, companyId: string, ids: readonly string[]) {
  const { rows } = await tx.execute<RuleRecord>(sql`
    select id, xmin::text as stamp, code, title, type, value, min_subtotal as "minSubtotal",
      max_redemptions as "maxRedemptions", redemption_count as "redemptionCount", channel_ids as "channelIds", is_stackable as "isStackable",
      is_active as "isActive", starts_at as "startsAt", ends_at as "endsAt"
    from promotions where company_id = ${companyId} and id = any(${sql.param([...ids])}::uuid[])`)
  return rows.map(({ stamp, startsAt, endsAt, ...rest }) => {
    const rule: PromotionRule = { ...rest, startsAt: toDate(startsAt), endsAt: toDate(endsAt) }
    return [rule.id, { stamp, rule }] as const
  })
}

const toDate = (written: string | null): Date | null => (written === null ? null : new Date(written))
