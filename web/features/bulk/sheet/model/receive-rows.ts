import type { SheetRow } from '#contract/sheet.ts'
import { findDuplicates } from './problems.ts'
import { appendRows } from './sheet.ts'
import type { SheetState } from './state.ts'

/** One more page, under the hands of whoever already works on the ones before. */
export function appendPage(state: SheetState, page: readonly SheetRow[]): SheetState {
  const sheet = appendRows(state.sheet, page)
  return { ...state, sheet: { ...sheet, duplicates: findDuplicates(sheet) } }
}
