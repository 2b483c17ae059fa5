import { sql } from 'drizzle-orm'
import { orderStatuses } from '#contract/order-status.ts'
import type { orderSorts } from '#contract/orders.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { type SortColumn, sortableBy } from '#server/platform/sorting.ts'

const sortColumns: Record<(typeof orderSorts)[number], SortColumn> = {
  // Padded, so that LS-9999 comes before LS-10000.
  number: { key: sql`(lpad(${orders.orderNumber}, 40) collate "C")`, type: sql`text` },
  placed: { key: sql`${orders.placedAt}`, type: sql`timestamptz` },
  customer: { key: sql`lower(coalesce(${orders.customerName}, ''))`, type: sql`text` },
  channel: {
    key: sql`coalesce((
      select lower(c.name) from ${channels} c where c.company_id = ${orders.companyId} and c.id = ${orders.channelId}
    ), '')`,
    type: sql`text`,
  },
  status: {
    key: sql`array_position(${sql.param([...orderStatuses])}::text[], ${orders.status})`,
    type: sql`int`,
  },
  total: { key: sql`${orders.total}`, type: sql`numeric` },
}

export const { sortedBy, followsInSort, sortKeyOf } = sortableBy(sortColumns, orders.id)
