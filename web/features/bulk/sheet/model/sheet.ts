import type { SheetColumn, SheetRow } from '#contract/sheet.ts'
import { savedText } from './cells.ts'

/** The texts that differ from what is saved. */
export type RowEdits = Readonly<Partial<Record<SheetColumn, string>>>
export type RowProblems = Readonly<Partial<Record<SheetColumn, string>>>
/** The server's objection to this very text: it no longer applies once the cell says something else. */
export type RowRefusals = Readonly<Partial<Record<SheetColumn, { text: string; message: string }>>>

/** The rows as saved, and apart from them what was made of them here. */
export type Sheet = {
  rows: readonly SheetRow[]
  /** Row by id. Rows are only ever added at the end, so all versions of a sheet share it. */
  places: Map<string, number>
  edits: ReadonlyMap<string, RowEdits>
  problems: ReadonlyMap<string, RowProblems>
  duplicates: ReadonlyMap<string, string>
  refusals: ReadonlyMap<string, RowRefusals>
  /** Rows that somebody else changed in the meantime, as they are now. */
  conflicts: ReadonlyMap<string, SheetRow>
}

export function emptySheet(): Sheet {
  return {
    rows: [],
    places: new Map(),
    edits: new Map(),
    problems: new Map(),
    duplicates: new Map(),
    refusals: new Map(),
    conflicts: new Map(),
  }
}

export const noEdits: RowEdits = {}

export function rowOf(sheet: Sheet, id: string): SheetRow | undefined {
  const place = sheet.places.get(id)
  return place === undefined ? undefined : sheet.rows[place]
}

export function textIn(sheet: Sheet, row: SheetRow, column: SheetColumn): string {
  return sheet.edits.get(row.id)?.[column] ?? savedText(row, column)
}

/** Pages are cut by SKU: a row that is renamed while they load may come twice. */
export function appendRows(sheet: Sheet, page: readonly SheetRow[]): Sheet {
  const fresh = page.filter(({ id }) => !sheet.places.has(id))
  for (const [index, { id }] of fresh.entries()) sheet.places.set(id, sheet.rows.length + index)
  return { ...sheet, rows: [...sheet.rows, ...fresh] }
}

export function replaceRows(sheet: Sheet, changed: readonly SheetRow[]): Sheet {
  const rows = [...sheet.rows]
  for (const row of changed) {
    const place = sheet.places.get(row.id)
    if (place !== undefined) rows[place] = row
  }
  return { ...sheet, rows }
}
