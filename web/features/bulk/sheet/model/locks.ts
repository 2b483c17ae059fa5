import { amazonOverwrites, cannotRename, type SheetColumn, type SheetRow } from '#contract/sheet.ts'

/** The same as a sentence of its own. */
export const lockedNotice = `${cannotRename}.`

export const isLocked = (row: SheetRow, column: SheetColumn): boolean => column === 'sku' && row.isKnownToAmazon

export const isOverwritten = (row: SheetRow, column: SheetColumn): boolean =>
  column === 'quantity' && row.stockHolder === 'amazon'

/** What to know before typing into a cell. */
export function warningAt(row: SheetRow, column: SheetColumn): string | undefined {
  if (isLocked(row, column)) return lockedNotice
  return isOverwritten(row, column) ? amazonOverwrites : undefined
}
