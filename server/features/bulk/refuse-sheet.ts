import { sql } from 'drizzle-orm'
import { mostShown } from '#contract/bulk.ts'
import { AppError, type FieldError } from '#contract/errors.ts'
import type { SheetUpdate } from '#contract/sheet.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { findViolations } from './engine/refusals.ts'

/** The sheet names its cells by their place in what it sent, which is one less than the row. */
const fieldOf = (row: number, column: string) => `updates.${row - 1}.${column}`

export function assertNoRepeats(updates: SheetUpdate[]): void {
  const firstPlace = new Map(updates.map(({ id }, index) => [id, index] as const).toReversed())
  const fields = updates.flatMap(({ id }, index): FieldError[] =>
    firstPlace.get(id) === index ? [] : [{ field: fieldOf(index + 1, 'id'), message: 'This row is there twice' }],
  )
  if (fields.length > 0) throw new AppError('invalid', 'A row is there twice.', fields.slice(0, mostShown))
}

/** Refuses all of it when a row is unknown or breaks a rule: nothing is written until the sheet is in order. */
export async function assertPlanIsValid(tx: Tx, companyId: string): Promise<void> {
  const { rows } = await tx.execute<{ row: number }>(sql`
    select row_number as row from planned where is_new order by row_number limit ${mostShown}`)
  if (rows.length > 0) {
    const fields = rows.map(({ row }) => ({ field: fieldOf(row, 'id'), message: 'There is no such SKU' }))
    throw new AppError('not_found', 'A SKU of the sheet is gone. Load the sheet again.', fields)
  }
  const refusals = await findViolations(tx, companyId)
  if (refusals.length > 0) {
    const fields = refusals.map(({ row, column, reason }) => ({ field: fieldOf(row, column), message: reason }))
    throw new AppError('invalid', sentenceOf(refusals.length), fields.slice(0, mostShown))
  }
}

const sentenceOf = (count: number) =>
  `Nothing was saved: ${count === 1 ? 'one cell breaks a rule' : `${count} cells break a rule`}.`
