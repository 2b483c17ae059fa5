import { and, count, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { Page } from '#contract/paging.ts'
import type { PromotionState } from '#contract/promotion-state.ts'
import type { PromotionDetail, PromotionRow, promotionsApi } from '#contract/promotions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { containsText } from '#server/platform/db/rows.ts'
import { promotionRedemptions, promotions } from '#server/platform/db/schema/promotions.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'

const editable = {
  title: promotions.title,
  code: promotions.code,
  description: promotions.description,
  type: promotions.type,
  value: promotions.value,
  minSubtotal: promotions.minSubtotal,
  maxRedemptions: promotions.maxRedemptions,
  channelIds: promotions.channelIds,
  isStackable: promotions.isStackable,
  isActive: promotions.isActive,
  startsAt: promotions.startsAt,
  endsAt: promotions.endsAt,
}

const recordFields = {
  id: promotions.id,
  ...editable,
  redemptionCount: promotions.redemptionCount,
  version: promotions.version,
}

const ofPromotion = and(
  eq(promotionRedemptions.companyId, promotions.companyId),
  eq(promotionRedemptions.promotionId, promotions.id),
)

/** Looks for the newest use, which the index finds (or misses) at once. */
const isRedeemed = sql<boolean>`coalesce((
  select true from ${promotionRedemptions} where ${ofPromotion} order by ${desc(promotionRedemptions.redeemedAt)} limit 1
), false)`

const currency = sql<string>`(
  select ${companySettings.currency} from ${companySettings} where ${eq(companySettings.companyId, promotions.companyId)}
)`

const rowFields = { ...recordFields, currency, isRedeemed }

export const isPromotion = (companyId: string, promotionId: string) =>
  and(eq(promotions.companyId, companyId), eq(promotions.id, promotionId))

export async function listPromotions(
  tx: Tx,
  { companyId, clock }: Pick<CompanyContext, 'companyId' | 'clock'>,
  { search, state, limit, cursor }: ParsedInputOf<typeof promotionsApi.list>,
): Promise<Page<PromotionRow>> {
  const isChosen = and(
    eq(promotions.companyId, companyId),
    containsText(search, promotions.title, promotions.code),
    state && inState(state, clock.now()),
  )
  const [counted] = await tx.select({ total: count() }).from(promotions).where(isChosen)
  const found = await tx
    .select({ ...rowFields, key: microsecondsOf(promotions.createdAt) })
    .from(promotions)
    .where(and(isChosen, olderThan(cursor, promotions.createdAt, promotions.id)))
    .orderBy(desc(promotions.createdAt), desc(promotions.id))
    .limit(limit + 1)
  const page = toPage(found, limit, counted?.total ?? 0, (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(({ key: _key, ...row }) => toPromotionRow(row)) }
}

export async function getPromotionRowOrThrow(tx: Tx, companyId: string, promotionId: string): Promise<PromotionRow> {
  const [found] = await tx.select(rowFields).from(promotions).where(isPromotion(companyId, promotionId))
  if (!found) throw noSuchPromotion()
  return toPromotionRow(found)
}

export async function assertPromotionExists(tx: Tx, companyId: string, promotionId: string): Promise<void> {
  const found = await tx.select({ id: promotions.id }).from(promotions).where(isPromotion(companyId, promotionId))
  if (found.length === 0) throw noSuchPromotion()
}

/** Locks the promotion for an edit. Counting its uses takes the same lock. */
export async function lockPromotion(tx: Tx, companyId: string, promotionId: string) {
  const [found] = await tx
    .select(recordFields)
    .from(promotions)
    .where(isPromotion(companyId, promotionId))
    .for('no key update')
  if (!found) throw noSuchPromotion()
  return found
}

export type PromotionRecord = Awaited<ReturnType<typeof lockPromotion>>

/**
 * Whether an order has ever used the promotion. Call it after `lockPromotion`, so that no order starts to use it
 * meanwhile.
 */
export async function hasBeenRedeemed(tx: Tx, companyId: string, promotionId: string): Promise<boolean> {
  return (await getPromotionRowOrThrow(tx, companyId, promotionId)).isRedeemed
}

type Moments = { startsAt: Date | null; endsAt: Date | null }

const toPromotionRow = <Row extends Moments>({ startsAt, endsAt, ...row }: Row) => ({
  ...row,
  startsAt: startsAt?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
})

const noSuchPromotion = () => new AppError('not_found', say('This promotion doesn’t exist.'))

/** The contract's `promotionState` as SQL. */
const inState = (state: PromotionState, now: Date): SQL => sql`${state} = case
  when not ${promotions.isActive} then 'inactive'
  when ${promotions.startsAt} > ${now.toISOString()} then 'scheduled'
  when ${promotions.endsAt} <= ${now.toISOString()} then 'expired'
  when ${promotions.redemptionCount} >= ${promotions.maxRedemptions} then 'used_up'
  else 'active' end`

type Sums = Pick<PromotionDetail, 'discountGiven' | 'reservedCount' | 'channelNames'>

export async function getPromotionOrThrow(
  tx: Tx,
  { companyId, clock }: Pick<CompanyContext, 'companyId' | 'clock'>,
  promotionId: string,
): Promise<PromotionDetail> {
  const [found] = await tx
    .select({ ...rowFields, createdAt: promotions.createdAt, updatedAt: promotions.updatedAt })
    .from(promotions)
    .where(isPromotion(companyId, promotionId))
  const { rows } = await tx.execute<Sums>(sql`
    select
      (
        select coalesce(sum(r.discount_amount), 0.00)::text from promotion_redemptions r
        join orders o on o.company_id = r.company_id and o.id = r.order_id
        where r.company_id = p.company_id and r.promotion_id = p.id and r.released_at is null
          and o.currency = s.currency
      ) as "discountGiven",
      (
        select count(*)::int from promotion_reservations reservation
        where reservation.company_id = p.company_id and reservation.promotion_id = p.id
          and reservation.expires_at > ${clock.now().toISOString()}
      ) as "reservedCount",
      array(
        select c.name from unnest(p.channel_ids) with ordinality as named(id, place)
        join channels c on c.company_id = p.company_id and c.id = named.id order by named.place
      ) as "channelNames"
    from promotions p join company_settings s on s.company_id = p.company_id
    where p.company_id = ${companyId} and p.id = ${promotionId}`)
  const [sums] = rows
  if (!found || !sums) throw noSuchPromotion()
  const { createdAt, updatedAt, ...row } = toPromotionRow(found)
  return { ...row, ...sums, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
