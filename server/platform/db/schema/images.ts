import { sql } from 'drizzle-orm'
import { customType, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { imageTypes } from '#contract/images.ts'
import { products } from './catalogue.ts'
import { createdAt, oneOf } from './columns.ts'
import { companyTable, linkTo } from './company-table.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Pictures that were uploaded. Another picture is another row, so that browsers may keep what an id has shown. */
export const storedImages = companyTable(
  'stored_images',
  {
    /** Whose picture it is; null for the company's logo. */
    productId: uuid('product_id'),
    contentType: text('content_type', { enum: imageTypes }).notNull(),
    content: bytea('content').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    ...linkTo(table.companyId, table.productId, products, { onDelete: 'cascade', indexed: false }),
    oneOf(table.contentType, imageTypes),
    uniqueIndex('stored_images_product').on(table.companyId, table.productId),
    uniqueIndex('stored_images_logo')
      .on(table.companyId)
      .where(sql`${table.productId} is null`),
  ],
)
