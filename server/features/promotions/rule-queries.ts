import { sql, type SQL } from 'drizzle-orm'
import type { PromotionRule, PromotionRules } from '#contract/pricing/promotion-rule.ts'
import { codeKey } from '#contract/promotion-code.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { executePrepared } from '#server/platform/db/prepared.ts'
import { type Cart, reservedBy } from './reservation-queries.ts'

/** `now` decides which reservations count as uses. */
type RuleQuery = { companyId: string; now: Date }

/** Which promotions could apply to one or several carts. */
export type Candidates = {
  codes: readonly string[]
  /** Automatic promotions of these channels that run between `from` and `to`. */
  automatic: { channelIds: readonly string[]; from: Date; to: Date } | null
  /** Further promotions by id. */
  ids?: readonly string[]
  /** Promotions that these carts have reserved. */
  carts?: readonly Cart[]
}

/** All promotions, whatever their state. */
export const readAllRules = (tx: Tx, query: RuleQuery): Promise<PromotionRules> => readRules(tx, query, sql`true`)

/** Promotions that could apply to the carts, and those whose code they name although it does not apply. */
export const readCandidates = (tx: Tx, query: RuleQuery, candidates: Candidates): Promise<PromotionRules> =>
  readRules(tx, query, isCandidate(query.companyId, candidates))

/** Candidates after `lockLimitedCandidates`: without promotions that have become limited since they were locked. */
export const readLockedCandidates = (
  tx: Tx,
  query: RuleQuery,
  candidates: Candidates,
  locked: readonly string[],
): Promise<PromotionRules> =>
  readRules(
    tx,
    query,
    sql`(p.max_redemptions is null or ${isOneOf(locked)}) and ${isCandidate(query.companyId, candidates)}`,
  )

export const readLockedRules = (tx: Tx, query: RuleQuery, locked: readonly string[]): Promise<PromotionRules> =>
  readRules(tx, query, isOneOf(locked))

/**
 * Locks the promotions whose uses will be counted and returns their ids. Read the rules afterwards in a separate
 * statement, so that it sees what concurrent transactions have committed.
 */
export const lockCandidates = (tx: Tx, companyId: string, candidates: Candidates): Promise<string[]> =>
  lockPromotions(tx, companyId, isCandidate(companyId, candidates))

/** Locks only the limited candidates, for reservations: unlimited promotions need none. */
export const lockLimitedCandidates = (tx: Tx, companyId: string, candidates: Candidates): Promise<string[]> =>
  lockPromotions(tx, companyId, sql`p.max_redemptions is not null and ${isCandidate(companyId, candidates)}`)

async function lockPromotions(tx: Tx, companyId: string, which: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from promotions p where p.company_id = ${companyId} and ${which} order by p.id for no key update`)
  return rows.map(({ id }) => id)
}

/** A promotion with a code must be named; an automatic one must be running. */
const isCandidate = (companyId: string, { codes, automatic, ids = [], carts = [] }: Candidates): SQL =>
  sql`(${sql.join(
    [
      sql`p.code_key = any(${sql.param(codes.map(codeKey))}::text[])`,
      ...(automatic ? [isRunning(automatic)] : []),
      ...(ids.length > 0 ? [isOneOf(ids)] : []),
      ...(carts.length > 0 ? [sql`p.id = any(array(${reservedBy(companyId, carts)}))`] : []),
    ],
    sql` or `,
  )})`

const isOneOf = (ids: readonly string[]): SQL => sql`p.id = any(${sql.param([...ids])}::uuid[])`

const isRunning = ({ channelIds, from, to }: NonNullable<Candidates['automatic']>): SQL => sql`
  p.code is null and p.is_active
    and (p.starts_at is null or p.starts_at <= ${to.toISOString()}::timestamptz)
    and (p.ends_at is null or p.ends_at > ${from.toISOString()}::timestamptz)
    and (p.channel_ids = '{}' or p.channel_ids && ${sql.param([...channelIds])}::uuid[])`

type FoundRules = Pick<PromotionRules, 'currency' | 'timeZone'> & { rules: string | null }

/** Ids, versions and uses come as one text, since a thousand small rows take longer to transfer than to find. */
async function readRules(tx: Tx, { companyId, now }: RuleQuery, which: SQL): Promise<PromotionRules> {
  const [found] = await executePrepared<FoundRules>(
    tx,
    sql`
    select s.currency, s.time_zone as "timeZone", (
      select string_agg(concat_ws(' ', p.id, p.xmin, p.redemption_count + coalesce(reserved.uses, 0)), ',')
      from promotions p
      left join (
        select r.promotion_id, count(*)::int as uses from promotion_reservations r
        where r.company_id = ${companyId} and r.expires_at > ${now.toISOString()}::timestamptz
        group by r.promotion_id
      ) reserved on reserved.promotion_id = p.id
      where p.company_id = ${companyId} and ${which}
    ) as rules
    from company_settings s where s.company_id = ${companyId}`,
  )
  if (!found) throw new Error('A company has settings')
  const { currency, timeZone } = found
  const versions = (found.rules?.split(',') ?? []).sort().map(parseRuleVersion)
  const promotions = await readCachedRules(tx, companyId, versions)
  return { promotions, currency, timeZone }
}

function parseRuleVersion(rule: string) {
  const [id = '', version = '', uses = ''] = rule.split(' ')
  return { id, version, uses: Number(uses) }
}

type RuleVersion = { id: string; version: string; uses: number }

/**
 * Cache of rules by promotion id, validated by the row version (`xmin`). Reading a thousand rules takes longer than the
 * rest of a quote, and they rarely change between two quotes.
 */
const cachedRules = new Map<string, { version: string; rule: PromotionRule }>()

const maxCached = 20_000

/**
 * The rules with these versions or newer ones. The caller has selected the ids under row-level security, so the cache
 * leaks nothing between companies.
 */
async function readCachedRules(tx: Tx, companyId: string, found: readonly RuleVersion[]): Promise<PromotionRule[]> {
  const missing = found.filter(({ id, version }) => cachedRules.get(id)?.version !== version).map(({ id }) => id)
  const read = new Map(missing.length > 0 ? await selectRules(tx, companyId, missing) : [])
  const rules = found.flatMap(({ id, uses }) => {
    const rule = (read.get(id) ?? cachedRules.get(id))?.rule
    return rule ? [rule.redemptionCount === uses ? rule : { ...rule, redemptionCount: uses }] : []
  })
  if (cachedRules.size + read.size > maxCached) cachedRules.clear()
  for (const [id, row] of read) cachedRules.set(id, row)
  return rules
}

/** Moments are PostgreSQL's text. */
type RuleRecord = Omit<PromotionRule, 'startsAt' | 'endsAt'> & {
  version: string
  startsAt: string | null
  endsAt: string | null
}

async function selectRules(tx: Tx, companyId: string, ids: readonly string[]) {
  const { rows } = await tx.execute<RuleRecord>(sql`
    select id, xmin::text as version, code, title, type, value, min_subtotal as "minSubtotal",
      max_redemptions as "maxRedemptions", redemption_count as "redemptionCount", channel_ids as "channelIds", is_stackable as "isStackable",
      is_active as "isActive", starts_at as "startsAt", ends_at as "endsAt"
    from promotions where company_id = ${companyId} and id = any(${sql.param([...ids])}::uuid[])`)
  return rows.map(({ version, startsAt, endsAt, ...rest }) => {
    const rule: PromotionRule = { ...rest, startsAt: toDate(startsAt), endsAt: toDate(endsAt) }
    return [rule.id, { version, rule }] as const
  })
}

const toDate = (written: string | null): Date | null => (written === null ? null : new Date(written))
