import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { SheetSaveResult, UndoResult, UploadPreview, UploadResult } from '#contract/bulk.ts'
import type { SheetRow, SheetUpdate } from '#contract/sheet.ts'
import { applyWorkbook } from '#server/features/bulk/upload-file.ts'
import { openDraft } from '#server/features/bulk/change-set.ts'
import type { CheckedWorkbook, UploadRow } from '#server/features/bulk/workbook/check-rows.ts'
import { startStopwatch } from '#server/platform/clock.ts'
import { companyContext, type Deps, noOrigin } from '#server/platform/context.ts'
import type { Database, Tx } from '#server/platform/db/client.ts'
import { changeSetRows, changeSets } from '#server/platform/db/schema/bulk.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { inventorySnapshots, stockLevels } from '#server/platform/db/schema/stock.ts'
import type { App } from '#server/platform/http/app.ts'
import { newId } from '#server/platform/ids.ts'
import type { Browser, createTestApp } from './app.ts'
import { buildCompany, buildSku } from './builders.ts'
import { buildWorkbook, multipartOf, uploadHeadings } from './workbooks.ts'

type TestServer = Awaited<ReturnType<typeof createTestApp>>

type Row = (string | number | null)[]

/** Bulk actions on a server; `server` is a function, because the server exists only once the tests run. */
export function bulkActions(server: () => TestServer) {
  const send = (call: 'preview' | 'upload', browser: Browser, rows: Row[], changeSetId?: string) =>
    sendRows({ app: server().app, browser, call, changeSetId }, rows)
  const inCompany = <T>(companyId: string, work: (tx: Tx) => Promise<T>) => server().deps.db.inCompany(companyId, work)
  return {
    inCompany,
    async newCompany() {
      const company = await buildCompany(server().deps.db)
      return { companyId: company.id, ops: await server().as('ops', company.id) }
    },
    async upload(browser: Browser, rows: Row[], changeSetId?: string) {
      const reply = await send('upload', browser, rows, changeSetId)
      return { status: reply.statusCode, headers: reply.headers, body: reply.json<UploadResult>() }
    },
    async preview(browser: Browser, rows: Row[], changeSetId?: string) {
      const reply = await send('preview', browser, rows, changeSetId)
      return { status: reply.statusCode, body: reply.json<UploadPreview>() }
    },
    /** Returns the id of the change set. */
    async save(browser: Browser, updates: SheetUpdate[]): Promise<string> {
      const reply = await browser.post('/api/products/bulk-update', { updates })
      return reply.json<SheetSaveResult>().changeSetId ?? reply.body
    },
    async undo(browser: Browser, changeSetId: string) {
      const reply = await browser.post(`/api/bulk/change-sets/${changeSetId}/undo`)
      const { detail } = reply.json<{ detail?: string }>()
      return { status: reply.statusCode, detail, body: reply.json<UndoResult>() }
    },
    sheetOf: async (browser: Browser) => (await browser.get('/api/products/sheet-data')).json<SheetRow[]>(),
    async skuByCode(companyId: string, code: string) {
      const [found] = await inCompany(companyId, (tx) =>
        tx
          .select({ sku: skus, product: products, level: stockLevels })
          .from(skus)
          .innerJoin(products, eq(products.id, skus.productId))
          .innerJoin(stockLevels, eq(stockLevels.skuId, skus.id))
          .where(eq(skus.sku, code)),
      )
      return found
    },
    everything: (companyId: string) =>
      inCompany(companyId, async (tx) => ({
        products: await tx.select().from(products),
        skus: await tx.select().from(skus),
        levels: await tx.select().from(stockLevels),
        snapshots: await tx.select().from(inventorySnapshots),
      })),
  }
}

type UploadInputRow = Omit<UploadRow, 'row'>

/** The parse result of a file with these rows. */
export const workbookOf = (rows: UploadInputRow[]): CheckedWorkbook => ({
  sheetName: 'Products',
  ignoredColumns: [],
  processed: rows.length,
  good: rows.length,
  chunks: [JSON.stringify(rows.map((row, index) => ({ ...row, row: index + 2 })))],
  errors: [],
  timings: { scan: 0, parse: 0, check: 0 },
})

/** Applies rows like an upload, without a file. */
export async function uploadRows(deps: Deps, companyId: string, rows: UploadInputRow[]): Promise<UploadResult> {
  const ctx = companyContext(deps, { actor: { type: 'system', name: 'Test' }, origin: noOrigin }, companyId)
  const draft = await openDraft(ctx, { file: { name: 'rows.xlsx', bytes: Buffer.from(randomUUID()) } })
  return applyWorkbook(ctx, { draft, workbook: workbookOf(rows), stopwatch: startStopwatch() })
}

/** Applies rows like `uploadRows`. Returns the id of the change set. */
export const applyRows = async (deps: Deps, companyId: string, rows: UploadInputRow[]): Promise<string> =>
  (await uploadRows(deps, companyId, rows)).changeSetId

type Sending = { app: App; browser: Browser; call: 'preview' | 'upload'; changeSetId?: string | undefined }

/** Sends an Excel file with these rows, as the Bulk Upload screen does. */
function sendRows({ app, browser, call, changeSetId }: Sending, rows: (string | number | null)[][]) {
  const { headers, payload } = multipartOf(buildWorkbook([uploadHeadings, ...rows]))
  const url = `/api/bulk/${call}${changeSetId ? `?changeSetId=${changeSetId}` : ''}`
  return app.http.inject({ method: 'POST', url, headers: { ...browser.headers, ...headers }, payload })
}

/** Builds an applied sheet save that changed a SKU's price from 10.00 to 12.00. */
export async function buildChangeSet(
  db: Database,
  companyId: string,
  overrides: Partial<typeof changeSets.$inferInsert> = {},
) {
  const id = overrides.id ?? newId()
  const sku = await buildSku(db, companyId, { price: '12.00' })
  return db.inCompany(companyId, async (tx) => {
    const [changeSet] = await tx
      .insert(changeSets)
      .values({
        kind: 'sheet',
        status: 'applied',
        summary: '1 SKU changed',
        actorName: 'Ana Ruiz',
        processed: 1,
        updated: 1,
        appliedAt: new Date('2026-03-02T09:00:00Z'),
        ...overrides,
        companyId,
        id,
      })
      .returning()
    if (!changeSet) throw new Error('no change set was built')
    await tx.insert(changeSetRows).values({
      companyId,
      changeSetId: id,
      rowNumber: 1,
      resource: 'sku',
      resourceId: sku.id,
      label: sku.sku,
      before: { price: '10.00' },
      after: { price: '12.00' },
    })
    await tx.update(skus).set({ version: 2 }).where(eq(skus.id, sku.id))
    return { ...changeSet, skuId: sku.id }
  })
}
