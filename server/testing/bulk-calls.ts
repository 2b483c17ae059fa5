import { eq } from 'drizzle-orm'
import type { SheetSaveResult, UndoResult, UploadPreview, UploadResult } from '#contract/bulk.ts'
import type { SheetRow, SheetUpdate } from '#contract/sheet.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { inventorySnapshots, stockLevels } from '#server/platform/db/schema/stock.ts'
import type { Browser, createTestApp } from './app.ts'
import { buildCompany } from './builders.ts'
import { sendRows } from './uploads.ts'

type TestServer = Awaited<ReturnType<typeof createTestApp>>
type Row = (string | number | null)[]

/** What the tests of bulk changes do to a server, which is there only once they run. */
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
    /** Answers the id of the change set. */
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
