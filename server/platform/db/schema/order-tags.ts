import { index, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { tagColors } from '#contract/order-tags.ts'
import { lowered, notBlank, oneOf, timestamps } from './columns.ts'
import { companyTable, keyedCompanyTable, linkTo } from './company-table.ts'
import { orders } from './orders.ts'

export const orderTags = companyTable(
  'order_tags',
  {
    name: text('name').notNull(),
    nameKey: lowered('name'),
    color: text('color', { enum: tagColors }).notNull(),
    ...timestamps(),
  },
  (table) => [
    notBlank(table.name),
    oneOf(table.color, tagColors),
    uniqueIndex('order_tags_name').on(table.companyId, table.nameKey),
  ],
)

/** The tags of orders. */
export const taggedOrders = keyedCompanyTable(
  'tagged_orders',
  { orderId: uuid('order_id').notNull(), tagId: uuid('tag_id').notNull() },
  (table) => [
    primaryKey({ name: 'tagged_orders_pkey', columns: [table.companyId, table.orderId, table.tagId] }),
    ...linkTo(table.companyId, table.orderId, orders, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.tagId, orderTags, { onDelete: 'cascade', indexed: false }),
    index('tagged_orders_tag').on(table.companyId, table.tagId, table.orderId),
  ],
)
