import { sql } from 'drizzle-orm'
import { formatMessage, say } from '#contract/i18n.ts'
import type { Verdict } from '#contract/observe-values.ts'
import type { ShippingSpeed } from '#contract/order-status.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { recordObservations } from '#server/platform/observe-mode.ts'
import { ActualShipment, type ObservedOrder, ShipmentPlan } from './compare-order.ts'

const day = 24 * 3600 * 1000

/**
 * Orders that automatic fulfillment leaves alone: Lockstep keeps them for a reason, or their channel sends nothing automatically. Holds of
 * people are named without their words.
 */
export async function insertUndecided(tx: Tx, companyId: string, since: Date, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx.execute(sql`
    insert into observations (company_id, id, kind, subject, label, order_id, channel_id, decision, reason, first_at, decided_at, last_at)
    select ${companyId}, new_id(), 'order', o.id::text, o.order_number, o.id, o.channel_id,
      case when why.reason is null then 'by_hand' else 'keep' end,
      coalesce(why.reason, ${formatMessage(say('Its channel doesn’t send orders automatically.'))}),
      ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from orders o
    cross join lateral (select coalesce(
      case when o.held_at is not null then 'On hold.' end,
      o.channel_hold_reason,
      (select t.reason from attention_items t
        where t.company_id = o.company_id and t.order_id = o.id and t.resolved_at is null and t.code <> 'shipped_by_channel'
        order by t.raised_at limit 1)) as reason) as why
    where o.company_id = ${companyId} and o.created_at >= ${since.toISOString()}::timestamptz
      and o.status in ('placed', 'acknowledged') and o.fulfill_after is null
      and not exists (select from observations v where v.company_id = o.company_id and v.kind = 'order' and v.subject = o.id::text)
    on conflict (company_id, kind, subject) do nothing`)
}

export async function getObservedUntil(tx: Tx, companyId: string, accountId: string): Promise<Date | null> {
  const { rows } = await tx.execute<{ until: string | null }>(sql`
    select observed_until as until from amazon_integrations where company_id = ${companyId} and id = ${accountId}`)
  const until = rows[0]?.until ?? null
  return until === null ? null : new Date(until)
}

export async function setObservedUntil(tx: Tx, companyId: string, accountId: string, until: Date): Promise<void> {
  await tx.execute(sql`
    update amazon_integrations set observed_until = ${until.toISOString()}::timestamptz
    where company_id = ${companyId} and id = ${accountId}`)
}

/** Ids of fulfillment orders that are none of our attempts and have not been compared yet. Unmatched ones are matched again for a day. */
export async function listUnknownIds(
  tx: Tx,
  { companyId, clock }: Pick<CompanyContext, 'companyId' | 'clock'>,
  externalIds: readonly string[],
): Promise<string[]> {
  const dayAgo = new Date(clock.now().getTime() - day).toISOString()
  const { rows } = await tx.execute<{ externalId: string }>(sql`
    select given.external_id as "externalId" from unnest(${sql.param([...externalIds])}::text[]) as given (external_id)
    where not exists (
        select from fulfillments f
        where f.company_id = ${companyId} and f.external_fulfillment_id = given.external_id and not f.is_foreign)
      and not exists (
        select from observations v where v.company_id = ${companyId} and v.kind = 'order'
          and jsonb_exists(v.actual -> 'externalIds', given.external_id) and (v.order_id is not null or v.first_at < ${dayAgo}::timestamptz))`)
  return rows.map(({ externalId }) => externalId)
}

/**
 * The newest order with one of these names and SKUs; an earlier name counts more. Null when there is none. Each kind of name is looked up
 * in an index of its own, because a shop of another tool may send hundreds of shipments that Lockstep doesn't know.
 */
export async function findOrderNamed(
  tx: Tx,
  companyId: string,
  names: readonly string[],
  skus: readonly string[],
): Promise<string | null> {
  const given = sql`${sql.param([...names])}::text[]`
  const written = sql`${sql.param(names.flatMap((name) => [name, `#${name}`]))}::text[]`
  const { rows } = await tx.execute<{ id: string }>(sql`
    with named as (
      select o.id, o.placed_at, array_position(${given}, o.order_number) as place from orders o
      where o.company_id = ${companyId} and o.order_number = any(${given})
      union all
      select o.id, o.placed_at, array_position(${given}, ltrim(o.external_number, '#')) from orders o
      where o.company_id = ${companyId} and o.external_number = any(${written})
      union all
      select o.id, o.placed_at, array_position(${given}, o.external_order_id) from orders o
      where o.company_id = ${companyId} and o.channel_id is null and o.external_order_id = any(${given})
      union all
      select o.id, o.placed_at, array_position(${given}, o.external_order_id) from channels c
      cross join lateral (
        select * from orders where company_id = c.company_id and channel_id = c.id and external_order_id = any(${given}) offset 0
      ) as o
      where c.company_id = ${companyId}
    )
    select n.id from named n
    where exists (
      select from order_items i left join skus s on s.company_id = i.company_id and s.id = i.sku_id
      where i.company_id = ${companyId} and i.order_id = n.id
        and coalesce(s.sku, i.sku) = any(${sql.param([...skus])}::text[]))
    order by n.place, n.placed_at desc, n.id limit 1`)
  return rows[0]?.id ?? null
}

export type SentShipment = { externalId: string; sentAt: Date; speed: ShippingSpeed | null; units: number }

/** Adds a shipment of another tool to what happened with the order. */
export async function addActualShipment(
  tx: Tx,
  { companyId, clock }: Pick<CompanyContext, 'companyId' | 'clock'>,
  orderId: string,
  { externalId, sentAt, speed, units }: SentShipment,
): Promise<void> {
  const at = clock.now().toISOString()
  await tx.execute(sql`
    insert into observations (company_id, id, kind, subject, label, order_id, channel_id, decision, first_at, decided_at, last_at)
    select company_id, new_id(), 'order', id::text, order_number, id, channel_id, 'by_hand', ${at}::timestamptz, ${at}::timestamptz,
      ${at}::timestamptz
    from orders where company_id = ${companyId} and id = ${orderId}
    on conflict (company_id, kind, subject) do nothing`)
  const first = JSON.stringify({ externalIds: [externalId], sentAt: sentAt.toISOString(), speed, units })
  await tx.execute(sql`
    update observations set actual_at = ${at}::timestamptz, verdict = 'waiting', actual = case
      when actual is null then ${first}::jsonb
      when jsonb_exists(actual -> 'externalIds', ${externalId}) then actual
      else actual || jsonb_build_object('externalIds', (actual -> 'externalIds') || to_jsonb(${externalId}::text),
        'units', (actual ->> 'units')::int + ${units}::int) end
    where company_id = ${companyId} and kind = 'order' and subject = ${orderId}`)
  await tx.execute(sql`
    delete from observations where company_id = ${companyId} and kind = 'order' and subject = ${`amazon:${externalId}`}`)
}

/** A shipment of which Lockstep knows no order. */
export async function recordUnknownShipment(
  tx: Tx,
  ctx: Pick<CompanyContext, 'companyId' | 'clock'>,
  { externalId, label, sentAt, speed, units }: SentShipment & { label: string },
): Promise<void> {
  const subject = `amazon:${externalId}`
  await recordObservations(tx, ctx, [{ kind: 'order', subject, label, decision: 'none', verdict: 'not_known' }])
  const actual = JSON.stringify({ externalIds: [externalId], sentAt: sentAt.toISOString(), speed, units })
  await tx.execute(sql`
    update observations set actual = ${actual}::jsonb, actual_at = ${ctx.clock.now().toISOString()}::timestamptz
    where company_id = ${ctx.companyId} and kind = 'order' and subject = ${subject}`)
}

/** Judged again until nothing more is to be expected. */
const comparedDays = 3

const mostCompared = 10_000

type OrderToCompare = ObservedOrder & { id: string; verdict: Verdict }

export async function listOrdersToCompare(tx: Tx, companyId: string, now: Date): Promise<OrderToCompare[]> {
  const recent = new Date(now.getTime() - comparedDays * day).toISOString()
  const { rows } = await tx.execute<Omit<OrderToCompare, 'decidedAt'> & { decidedAt: string }>(sql`
    select v.id, v.verdict, v.decision, v.planned, v.actual, v.decided_at as "decidedAt", o.status,
      coalesce((select sum(i.quantity)::int from order_items i where i.company_id = o.company_id and i.order_id = o.id), 0)
        as "orderedUnits",
      exists (select from attention_items t
        where t.company_id = v.company_id and t.order_id = v.order_id and t.code = 'shipped_by_channel') as "isShippedByChannel"
    from observations v left join orders o on o.company_id = v.company_id and o.id = v.order_id
    where v.company_id = ${companyId} and v.kind = 'order' and v.subject not like 'call %'
      and (v.verdict = 'waiting' or v.decided_at >= ${recent}::timestamptz or v.actual_at >= ${recent}::timestamptz)
    order by v.decided_at desc limit ${mostCompared}`)
  return rows.map(({ decidedAt, planned, actual, ...row }) => ({
    ...row,
    planned: ShipmentPlan.parse(planned),
    actual: actual === null ? null : ActualShipment.parse(actual),
    decidedAt: new Date(decidedAt),
  }))
}

export async function setVerdicts(tx: Tx, companyId: string, verdicts: readonly { id: string; verdict: Verdict }[]) {
  await tx.execute(sql`
    update observations v set verdict = r.verdict
    from json_to_recordset(${JSON.stringify(verdicts)}::json) as r(id uuid, verdict text)
    where v.company_id = ${companyId} and v.id = r.id`)
}

/**
 * Compares quantities with those of the shop's last reading, if it came after the decision. Of several items of a SKU the one that differs
 * counts. Returns how many verdicts have changed.
 */
export async function compareStock(tx: Tx, companyId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with compared as (
      select v.id, shown.quantity, shown.seen_at,
        case when shown.seen_at < v.decided_at then 'waiting'
          when shown.quantity = shown.planned then 'same'
          when shown.quantity > shown.planned then 'shows_more' else 'shows_less' end as verdict
      from observations v
      cross join lateral (
        select i.quantity, i.seen_at, (v.planned ->> 'quantity')::int as planned from channel_items i
        where i.company_id = v.company_id and i.channel_id = v.channel_id and i.sku_id = v.sku_id
          and i.removed_at is null and i.obstacle is null and i.quantity is not null and i.seen_at is not null
        order by i.quantity = (v.planned ->> 'quantity')::int, i.quantity desc limit 1
      ) as shown
      where v.company_id = ${companyId} and v.kind = 'stock'
    )
    update observations v set verdict = compared.verdict, actual = jsonb_build_object('quantity', compared.quantity),
      actual_at = compared.seen_at
    from compared where v.company_id = ${companyId} and v.id = compared.id
      and (v.verdict <> compared.verdict or v.actual_at is distinct from compared.seen_at)`)
  return rowCount ?? 0
}
