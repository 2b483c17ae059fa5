import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** The order that this request has entered already. */
export async function findOrderOfRequest(tx: Tx, companyId: string, requestId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ orderId: string }>(sql`
    select order_id as "orderId" from manual_orders where company_id = ${companyId} and request_id = ${requestId}`)
  return rows[0]?.orderId ?? null
}

/** The order of no channel that has this number. */
export async function findOrderOfNumber(tx: Tx, companyId: string, number: string) {
  const { rows } = await tx.execute<{ orderNumber: string }>(sql`
    select order_number as "orderNumber" from orders
    where company_id = ${companyId} and channel_id is null and external_order_id = ${number}`)
  return rows[0] ?? null
}

type SoldSku = { sku: string; title: string }

/** Code and title of these SKUs, by id. */
export async function listSkusById(tx: Tx, companyId: string, ids: readonly string[]): Promise<Map<string, SoldSku>> {
  const { rows } = await tx.execute<SoldSku & { id: string }>(sql`
    select s.id, s.sku, coalesce(s.title, p.title) as title
    from skus s join products p on p.company_id = s.company_id and p.id = s.product_id
    where s.company_id = ${companyId} and s.id = any(${sql.param([...new Set(ids)])}::uuid[])`)
  return new Map(rows.map(({ id, ...sku }) => [id, sku]))
}

/** The company's currency. */
export async function readCurrency(tx: Tx, companyId: string): Promise<string> {
  const { rows } = await tx.execute<{ currency: string }>(sql`
    select currency from company_settings where company_id = ${companyId}`)
  return rows[0]?.currency ?? 'USD'
}
