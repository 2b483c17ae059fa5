import { randomUUID } from 'node:crypto'
import { applyWorkbook } from '#server/features/bulk/apply-workbook.ts'
import { openDraft } from '#server/features/bulk/draft.ts'
import type { CheckedWorkbook, UploadRow } from '#server/features/bulk/workbook/checked-workbook.ts'
import { companyContext, noOrigin, type Deps } from '#server/platform/context.ts'
import type { App } from '#server/platform/http/app.ts'
import { startStopwatch } from '#server/platform/stopwatch.ts'
import type { Browser } from './app.ts'
import { buildWorkbook, multipartOf, uploadHeadings } from './workbooks.ts'

type UploadInputRow = Omit<UploadRow, 'row'>

/** What reading a file with these rows gives. */
export const workbookOf = (rows: UploadInputRow[]): CheckedWorkbook => ({
  sheetName: 'Products',
  ignoredColumns: [],
  processed: rows.length,
  good: rows.length,
  chunks: [JSON.stringify(rows.map((row, index) => ({ ...row, row: index + 2 })))],
  errors: [],
  timings: { scan: 0, parse: 0, check: 0 },
})

/** Applies rows as an upload of a file with them would, without the file. Answers the id of the change set. */
export async function applyRows(deps: Deps, companyId: string, rows: UploadInputRow[]): Promise<string> {
  const ctx = companyContext(deps, { actor: { type: 'system', name: 'Test' }, origin: noOrigin }, companyId)
  const draft = await openDraft(ctx, { file: { name: 'rows.xlsx', bytes: Buffer.from(randomUUID()) } })
  const workbook = workbookOf(rows)
  const { changeSetId } = await applyWorkbook(ctx, { draft, workbook, stopwatch: startStopwatch() })
  return changeSetId
}

type Sending = { app: App; browser: Browser; call: 'preview' | 'upload'; changeSetId?: string | undefined }

/** Sends an Excel file with these rows, as the Bulk Upload screen does. */
export function sendRows({ app, browser, call, changeSetId }: Sending, rows: (string | number | null)[][]) {
  const { headers, payload } = multipartOf(buildWorkbook([uploadHeadings, ...rows]))
  const url = `/api/bulk/${call}${changeSetId ? `?changeSetId=${changeSetId}` : ''}`
  return app.http.inject({ method: 'POST', url, headers: { ...browser.headers, ...headers }, payload })
}
