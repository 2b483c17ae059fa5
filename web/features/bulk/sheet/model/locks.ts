import type { SheetColumn, SheetRow } from '#contract/sheet.ts'

export const cannotRename = 'Amazon knows this SKU by its code, so it can’t be renamed.'
const amazonOverwrites = 'Amazon holds this SKU: the next sync overwrites the quantity.'

export const isLocked = (row: SheetRow, column: SheetColumn): boolean => column === 'sku' && row.isKnownToAmazon

export const isOverwritten = (row: SheetRow, column: SheetColumn): boolean =>
  column === 'quantity' && row.stockHolder === 'amazon'

/** What to know before typing into a cell. */
export function warningAt(row: SheetRow, column: SheetColumn): string | undefined {
  if (isLocked(row, column)) return cannotRename
  return isOverwritten(row, column) ? amazonOverwrites : undefined
}
