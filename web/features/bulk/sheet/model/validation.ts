import { t } from '#contract/i18n.ts'
import { type SheetColumn, sheetColumns } from '#contract/sheet.ts'
import { parseCell, type RowEdits, type RowProblems, type RowServerErrors, rowOf, type Sheet, textIn } from './sheet.ts'

export type CellProblem = { id: string; column: SheetColumn; message: string }

export function validateEdits(edits: RowEdits): RowProblems | null {
  const problems: Partial<Record<SheetColumn, string>> = {}
  for (const column of sheetColumns) {
    const text = edits[column]
    if (text === undefined) continue
    const reading = parseCell(column, text)
    if ('problem' in reading) problems[column] = reading.problem
  }
  return Object.keys(problems).length > 0 ? problems : null
}

/** Renamed rows whose SKU another row has too, with an error message by row id. */
export function findDuplicates({ rows, edits }: Pick<Sheet, 'rows' | 'edits'>): ReadonlyMap<string, string> {
  const renamed = [...edits].filter(([, { sku }]) => sku !== undefined)
  if (renamed.length === 0) return new Map()
  const holders = new Map<string, number>()
  for (const row of rows) {
    const code = edits.get(row.id)?.sku ?? row.sku
    holders.set(code, (holders.get(code) ?? 0) + 1)
  }
  return new Map(
    renamed.flatMap(([id, { sku = '' }]) =>
      sku !== '' && (holders.get(sku) ?? 0) > 1
        ? [[id, t('Duplicate SKU: {sku} is also in another row', { sku })] as const]
        : [],
    ),
  )
}

type RowFaults = {
  text: string
  problems: RowProblems | undefined
  duplicate: string | undefined
  serverErrors: RowServerErrors | undefined
}

/** A cell's error: from its own schema, else a duplicate SKU, else the server's error about this text. */
export function cellProblem(column: SheetColumn, { text, problems, duplicate, serverErrors }: RowFaults) {
  const serverError = serverErrors?.[column]
  return (
    problems?.[column] ??
    (column === 'sku' ? duplicate : undefined) ??
    (serverError?.text === text ? serverError.message : undefined)
  )
}

export function problemAt(sheet: Sheet, id: string, column: SheetColumn): string | undefined {
  const row = rowOf(sheet, id)
  if (!row) return undefined
  return cellProblem(column, {
    text: textIn(sheet, row, column),
    problems: sheet.problems.get(id),
    duplicate: sheet.duplicates.get(id),
    serverErrors: sheet.serverErrors.get(id),
  })
}

/** All cells with errors, in sheet order. */
export function listProblems(sheet: Sheet): CellProblem[] {
  const ids = new Set([...sheet.problems.keys(), ...sheet.duplicates.keys(), ...sheet.serverErrors.keys()])
  return inSheetOrder(sheet, ids).flatMap((id) =>
    sheetColumns.flatMap((column) => {
      const message = problemAt(sheet, id, column)
      return message ? [{ id, column, message }] : []
    }),
  )
}

/** Errors found in the browser block saving; earlier errors from the server do not, the server checks again. */
export const hasOwnProblems = ({ problems, duplicates }: Sheet): boolean => problems.size + duplicates.size > 0

export function inSheetOrder({ rowIndexes }: Sheet, ids: Iterable<string>): string[] {
  return [...ids].sort((one, other) => (rowIndexes.get(one) ?? 0) - (rowIndexes.get(other) ?? 0))
}
