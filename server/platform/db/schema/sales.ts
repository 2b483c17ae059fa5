import { date, index, integer, numeric, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { companyTable } from './company-table.ts'

const change = (name: string) => numeric(name, { precision: 16, scale: 2 }).notNull().default('0')
const countChange = (name: string) => integer(name).notNull().default(0)

/**
 * What was sold when, as changes to be added up: triggers write them along with orders and their lines, so that a year of a
 * million orders is reported without looking at them. A slot is a quarter of an hour, since every time zone's midnight falls
 * between two of them. A job folds old rows together.
 */
export const salesSlots = companyTable(
  'sales_slots',
  {
    slot: moment('slot').notNull(),
    channelId: uuid('channel_id'),
    currency: text('currency').notNull(),
    /** Of those that are not cancelled, as are the sums and units. */
    orders: countChange('orders'),
    cancelled: countChange('cancelled'),
    /** Of lines whose SKU is known. */
    units: countChange('units'),
    revenue: change('revenue'),
    discounts: change('discounts'),
    shipping: change('shipping'),
    tax: change('tax'),
  },
  (table) => [index('sales_slots_slot').on(table.companyId, table.slot)],
)

/** The same by SKU and by day in UTC; the days at both ends of another zone's range are read from the orders. */
export const skuSales = companyTable(
  'sku_sales',
  { day: date('day').notNull(), skuId: uuid('sku_id').notNull(), units: integer('units').notNull() },
  (table) => [index('sku_sales_day').on(table.companyId, table.day, table.skuId, table.units)],
)
