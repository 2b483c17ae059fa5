import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { ErasedCounts } from '../erased.ts'
import { erasedMessage, isNotWaiting } from './erased-values.ts'

type OrderRowsToErase = { companyId: string; orderIds: readonly string[]; at: Date }

/** What orders hold of their customers, and all that was copied from them. Amounts, lines and moments stay. */
export async function eraseOrderRows(tx: Tx, orders: OrderRowsToErase): Promise<ErasedCounts> {
  const erased: ErasedCounts = {}
  for (const [table, statement] of statementsFor(orders)) {
    const { rowCount } = await tx.execute(statement)
    erased[table] = (erased[table] ?? 0) + (rowCount ?? 0)
  }
  return erased
}

function statementsFor({ companyId, orderIds, at }: OrderRowsToErase): [table: string, statement: SQL][] {
  const ids = sql`any(${sql.param([...orderIds])}::uuid[])`
  const ofOrders = sql`company_id = ${companyId} and order_id = ${ids}`
  return [
    [
      'orders',
      sql`update orders set customer_name = null, notes = null, held_at = null, hold_reason = null,
            channel_address_hash = null, erased_at = ${at.toISOString()}
          where company_id = ${companyId} and id = ${ids}`,
    ],
    [
      'order_events',
      sql`update order_events set reason = null, details = null
          where ${ofOrders} and (reason is not null or details is not null)`,
    ],
    [
      'webhook_events',
      sql`update webhook_events e set payload = '' where ${ofOrders} and payload <> '' and ${isNotWaiting}`,
    ],
    [
      'webhook_events',
      sql`update webhook_events e set payload = '' from orders o
          where o.company_id = ${companyId} and o.id = ${ids} and e.company_id = o.company_id
            and e.channel_id = o.channel_id and e.external_order_id = o.external_order_id
            and e.payload <> '' and ${isNotWaiting}`,
    ],
    [
      'channel_deliveries',
      sql`update channel_deliveries set payload = '', url = ''
          where ${ofOrders} and payload <> '' and next_attempt_at is null`,
    ],
    ['notifications', sql`update notifications set ${erasedMessage} where ${ofOrders} and recipient <> ''`],
    ['attention_items', sql`update attention_items set resolution = null where ${ofOrders} and resolution is not null`],
    [
      'order_batches',
      sql`update order_batches set reason = null
          where company_id = ${companyId} and reason is not null and finished_at is not null
            and id in (select batch_id from order_batch_items where ${ofOrders})`,
    ],
    ['fulfillments', sql`update fulfillments set error = null where ${ofOrders} and error is not null`],
    [
      'shipment_events',
      sql`update shipment_events set location = null where company_id = ${companyId} and location is not null
            and fulfillment_id in (select id from fulfillments where ${ofOrders})`,
    ],
  ]
}
