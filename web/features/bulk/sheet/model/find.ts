import { type Sheet, textIn } from './sheet.ts'
import { rowAt, viewSize, type View } from './view.ts'

/** Rows of the view whose SKU or title contains the term, whatever its case. */
export function findRows(sheet: Sheet, view: View, term: string): number[] {
  const wanted = term.trim().toLowerCase()
  if (!wanted) return []
  const found: number[] = []
  for (let index = 0; index < viewSize(sheet, view).rows; index += 1) {
    const row = rowAt(sheet, view, index)
    if (!row) continue
    if (`${textIn(sheet, row, 'sku')}\n${textIn(sheet, row, 'title')}`.toLowerCase().includes(wanted)) found.push(index)
  }
  return found
}

/** The next match after a row, or before it; past the end it begins again. */
export function nextMatch(found: readonly number[], from: number, isBackwards = false): number | undefined {
  return isBackwards
    ? (found.findLast((index) => index < from) ?? found.at(-1))
    : (found.find((index) => index > from) ?? found[0])
}
