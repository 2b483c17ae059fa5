import { sql } from 'drizzle-orm'
import { listCoveredOrders } from '#server/features/inventory/queries/coverage.ts'
import type { Tx } from '#server/platform/db/client.ts'

/** Orders that wait for units and have them all by now. */
export const findCoveredOrders = (tx: Tx, companyId: string, limit: number): Promise<string[]> =>
  listCoveredOrders(
    tx,
    companyId,
    sql`select order_id from attention_items
      where company_id = ${companyId} and resolved_at is null and code = 'not_enough_stock'`,
    limit,
  )
