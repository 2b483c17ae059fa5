import { index, integer, text, uuid } from 'drizzle-orm/pg-core'
import { differenceCauses } from '#contract/marketplace-values.ts'
import { skus } from './catalogue.ts'
import { createdAt, oneOf } from './columns.ts'
import { companyTable, linkTo } from './company-table.ts'
import { marketplaceSyncRuns } from './marketplace.ts'

/**
 * Differences that a full read found before it corrected them. `here…` is null for a SKU that was new or never counted here, `amazon…`
 * for one that Amazon lacks.
 */
export const stockDifferences = companyTable(
  'stock_differences',
  {
    runId: uuid('run_id').notNull(),
    skuId: uuid('sku_id').notNull(),
    cause: text('cause', { enum: differenceCauses }).notNull(),
    hereAvailable: integer('here_available'),
    hereReserved: integer('here_reserved'),
    hereInbound: integer('here_inbound'),
    amazonAvailable: integer('amazon_available'),
    amazonReserved: integer('amazon_reserved'),
    amazonInbound: integer('amazon_inbound'),
    createdAt: createdAt(),
  },
  (table) => [
    ...linkTo(table.companyId, table.runId, marketplaceSyncRuns, { onDelete: 'cascade', indexed: false }),
    ...linkTo(table.companyId, table.skuId, skus),
    oneOf(table.cause, differenceCauses),
    index('stock_differences_of_run').on(table.companyId, table.runId, table.skuId),
  ],
)
