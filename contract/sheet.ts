import { z } from 'zod'
import { Id, line } from './fields.ts'
import { t } from './i18n.ts'
import { stockHolders } from './inventory.ts'
import { priceNumber } from './money.ts'
import { asinCode, skuCode } from './products.ts'
import { quantityNumber } from './stock-status.ts'

/** The message for cells that only Amazon can change. */
export const cannotRename = t('This SKU is in use at Amazon, so it can’t be renamed')
export const amazonOverwrites = t('Stocked at Amazon: the next sync will overwrite the quantity.')

export const sheetColumns = ['sku', 'title', 'price', 'quantity', 'asin', 'category'] as const
export type SheetColumn = (typeof sheetColumns)[number]

/** The same headings as in an upload. */
export const sheetLabels: Record<SheetColumn, string> = {
  sku: 'SKU',
  title: t('Title'),
  price: t('Price'),
  quantity: t('Quantity'),
  asin: 'ASIN',
  category: t('Category'),
}

/** The most rows of one save, and of the sheet. */
export const sheetLimits = { rows: 50_000, bytes: 24 * 1024 * 1024 } as const

/**
 * `quantity` is the last count, before holds. `version` increases with every change except Amazon's stock counts (optimistic locking).
 * A SKU that Amazon knows cannot be renamed.
 */
export const SheetRow = z.object({
  id: Id,
  sku: z.string(),
  title: z.string(),
  price: z.number().nullable(),
  quantity: z.int(),
  asin: z.string().nullable(),
  category: z.string(),
  version: z.int(),
  stockHolder: z.enum(stockHolders),
  isKnownToAmazon: z.boolean(),
})
export type SheetRow = z.output<typeof SheetRow>

/** The validation of cells, shared by sheet, upload and server; null and empty text clear an optional cell. */
export const sheetCells = {
  sku: skuCode,
  title: line(t('Title'), 500),
  price: priceNumber(t('Price')),
  quantity: quantityNumber,
  asin: z
    .string()
    .trim()
    .transform((text) => text || null)
    .pipe(asinCode.nullable())
    .nullable(),
  category: z
    .string()
    .trim()
    .max(200, t('Category must be 200 characters or fewer'))
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, t('Category must be one line of plain text')),
} as const

/**
 * A modified row: omitted cells stay. With `version`, a row that has changed since is not written. The complete row may be sent:
 * cells that cannot be changed here are ignored.
 */
export const SheetUpdate = z.strictObject({
  id: Id,
  version: z.int().optional(),
  sku: sheetCells.sku.optional(),
  title: sheetCells.title.optional(),
  price: sheetCells.price.nullable().optional(),
  quantity: sheetCells.quantity.optional(),
  asin: sheetCells.asin.optional(),
  category: sheetCells.category.nullable().optional(),
  stockHolder: SheetRow.shape.stockHolder.optional(),
  isKnownToAmazon: SheetRow.shape.isKnownToAmazon.optional(),
})
export type SheetUpdate = z.output<typeof SheetUpdate>
