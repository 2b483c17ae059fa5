import { date, index, integer, numeric, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { companyTable } from './company-table.ts'

const change = (name: string) => numeric(name, { precision: 16, scale: 2 }).notNull().default('0')
const countChange = (name: string) => integer(name).notNull().default(0)

/**
 * Sales per slot as increments to be summed: triggers write them with orders and lines, so that a report over a million orders does
 * not read them. A slot is a quarter of an hour, because every time zone's midnight is a slot boundary. A job merges old rows.
 */
export const salesSlots = companyTable(
  'sales_slots',
  {
    slot: moment('slot').notNull(),
    channelId: uuid('channel_id'),
    currency: text('currency').notNull(),
    /** Excludes cancelled orders, like the sums and units. */
    orders: countChange('orders'),
    cancelled: countChange('cancelled'),
    /** Of lines with a mapped SKU. */
    units: countChange('units'),
    revenue: change('revenue'),
    discounts: change('discounts'),
    shipping: change('shipping'),
    tax: change('tax'),
  },
  (table) => [index('sales_slots_slot').on(table.companyId, table.slot)],
)

/** The same per SKU and UTC day; the first and last day of a range in another time zone are read from the orders. */
export const skuSales = companyTable(
  'sku_sales',
  { day: date('day').notNull(), skuId: uuid('sku_id').notNull(), units: integer('units').notNull() },
  (table) => [index('sku_sales_day').on(table.companyId, table.day, table.skuId, table.units)],
)
