import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

export type MappedCode = { companyId: string; channelId: string | null; code: string; skuId: string }

/** Which SKU a channel is known to mean by the code. */
export async function findMapping(tx: Tx, { companyId, channelId, code }: MappedCode) {
  const { rows } = await tx.execute<{ skuId: string; sku: string }>(sql`
    select s.id as "skuId", s.sku from listings l
    join skus s on s.company_id = l.company_id and s.id = l.sku_id
    where l.company_id = ${companyId} and l.channel_id = ${channelId} and l.external_id = ${code}`)
  return rows[0] ?? null
}

/** Keeps the channel's own name for the SKU, unless it has another one, which orders may still come in by. */
export async function upsertMapping(tx: Tx, { companyId, channelId, code, skuId }: MappedCode): Promise<void> {
  await tx.execute(sql`
    insert into listings as l (company_id, channel_id, sku_id, external_id)
    values (${companyId}, ${channelId}, ${skuId}, ${code})
    on conflict (company_id, channel_id, sku_id) do update set external_id = excluded.external_id, updated_at = now()
    where l.external_id is null`)
}

export type MappedLine = { orderId: string; quantity: number; isOpen: boolean }

/** Gives the SKU to every line that waits for the code; `isOpen` says whether its order still needs the units. */
export async function mapLines(tx: Tx, { companyId, channelId, code, skuId }: MappedCode): Promise<MappedLine[]> {
  const { rows } = await tx.execute<MappedLine>(sql`
    update order_items i set sku_id = ${skuId}::uuid from orders o
    where i.company_id = ${companyId} and i.sku = ${code} and i.sku_id is null
      and o.company_id = i.company_id and o.id = i.order_id and o.channel_id is not distinct from ${channelId}::uuid
    returning i.order_id as "orderId", i.quantity, o.status in ('placed', 'acknowledged')
      or o.status in ('sent_to_fulfillment', 'shipped') and o.partial_reason is not null as "isOpen"`)
  return rows
}

/** The orders that a code keeps, locked in the order of their ids. */
export async function lockOrdersWaitingFor(tx: Tx, { companyId, channelId, code }: MappedCode): Promise<void> {
  await tx.execute(sql`
    select from orders o where o.company_id = ${companyId} and o.channel_id is not distinct from ${channelId}::uuid
      and o.id in (
        select order_id from order_items where company_id = ${companyId} and sku = ${code} and sku_id is null
      )
    order by o.id for no key update`)
}

/** Which of the orders know the SKUs of all their lines. */
export async function listFullyMapped(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select asked.id from unnest(${sql.param([...orderIds])}::uuid[]) as asked(id)
    where not exists (
      select from order_items i where i.company_id = ${companyId} and i.order_id = asked.id and i.sku_id is null
    )`)
  return rows.map(({ id }) => id)
}
