import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/**
 * A row that somebody changed since keeps its code, so a row that wants this code can't be written either, and so on.
 * These too are left as they are and shown, together with what stands in their way.
 */
export async function markBlockedRowsStale(tx: Tx): Promise<void> {
  for (let spread: number | null = 1; spread;) {
    const { rowCount } = await tx.execute(sql`
      update planned wanting set is_stale = true
      from planned holder
      where holder.is_stale and not wanting.is_stale and wanting.sku_to <> wanting.sku_from
        and wanting.sku_to = holder.sku_from`)
    spread = rowCount
  }
}
