import { index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { observationDecisions, observationKinds, verdicts } from '#contract/observe-values.ts'
import { channels } from './channels.ts'
import { skus } from './catalogue.ts'
import { moment, notBlank, oneOf, positive } from './columns.ts'
import { companyTable, linkTo } from './company-table.ts'
import { orders } from './orders.ts'

/**
 * What Lockstep would have sent while the company observes, and what really happened. One row per subject: the same decision again only moves
 * `last_at` and counts `times`. No personal data: `label` is an order number, a SKU or the type of a message.
 */
export const observations = companyTable(
  'observations',
  {
    kind: text('kind', { enum: observationKinds }).notNull(),
    /** Deduplicates within the kind, such as an order's id or a channel's and a SKU's. */
    subject: text('subject').notNull(),
    label: text('label').notNull(),
    orderId: uuid('order_id'),
    channelId: uuid('channel_id'),
    skuId: uuid('sku_id'),
    decision: text('decision', { enum: observationDecisions }).notNull().default('send'),
    /** Why it would have been kept, in words for people. */
    reason: text('reason'),
    /** Speed, units and fee of an order, quantity of a SKU. */
    planned: jsonb('planned').notNull().default({}),
    firstAt: moment('first_at').notNull(),
    /** When it was decided as it stands: what was read earlier can't be compared with it. */
    decidedAt: moment('decided_at').notNull(),
    lastAt: moment('last_at').notNull(),
    times: integer('times').notNull().default(1),
    /** The same of what was read at Amazon or at the shop; null until something was. */
    actual: jsonb('actual'),
    actualAt: moment('actual_at'),
    verdict: text('verdict', { enum: verdicts }).notNull().default('waiting'),
  },
  (table) => [
    ...linkTo(table.companyId, table.orderId, orders, { onDelete: 'cascade' }),
    ...linkTo(table.companyId, table.channelId, channels, { onDelete: 'cascade' }),
    ...linkTo(table.companyId, table.skuId, skus, { onDelete: 'cascade' }),
    oneOf(table.kind, observationKinds),
    oneOf(table.decision, observationDecisions),
    oneOf(table.verdict, verdicts),
    notBlank(table.subject),
    positive(table.times),
    uniqueIndex('observations_subject').on(table.companyId, table.kind, table.subject),
    index('observations_newest').on(table.companyId, table.verdict, table.lastAt, table.id),
    index('observations_purge').on(table.companyId, table.lastAt),
  ],
)
