import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { mostShown, type BulkError } from '#contract/bulk.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { changeSetErrors } from '#server/platform/db/schema/bulk.ts'

const errorFields = { row: changeSetErrors.rowNumber, column: changeSetErrors.column, reason: changeSetErrors.reason }

const chunkSize = 5_000

/** Takes the place of those that were kept before, by a check under the same id. */
export async function replaceErrors(
  tx: Tx,
  companyId: string,
  changeSetId: string,
  errors: BulkError[],
): Promise<void> {
  await tx.delete(changeSetErrors).where(eq(changeSetErrors.changeSetId, changeSetId))
  for (let start = 0; start < errors.length; start += chunkSize) {
    const chunk = JSON.stringify(errors.slice(start, start + chunkSize))
    await tx.execute(sql`
      insert into change_set_errors (company_id, change_set_id, row_number, "column", reason)
      select ${companyId}::uuid, ${changeSetId}::uuid, "row", "column", reason
      from json_to_recordset(${chunk}::json) as error("row" int, "column" text, reason text)
      on conflict do nothing`)
  }
}

export async function firstErrors(tx: Tx, changeSetId: string): Promise<BulkError[]> {
  return tx
    .select(errorFields)
    .from(changeSetErrors)
    .where(eq(changeSetErrors.changeSetId, changeSetId))
    .orderBy(asc(changeSetErrors.rowNumber), asc(changeSetErrors.column))
    .limit(mostShown)
}

const ErrorBatch = z.array(z.object({ row: z.int(), column: z.string(), reason: z.string() }))

/** The errors that follow `after`, at most as many as a batch holds. */
export async function nextErrors(tx: Tx, changeSetId: string, after: BulkError | undefined): Promise<BulkError[]> {
  const { rows } = await tx.execute(sql`
    select row_number as row, "column", reason from change_set_errors
    where change_set_id = ${changeSetId}
      and (row_number, "column") > (${after?.row ?? 0}, ${after?.column ?? ''})
    order by row_number, "column" limit ${chunkSize}`)
  return ErrorBatch.parse(rows)
}
