import { bulkApi } from '#contract/bulk.ts'
import { inventoryApi } from '#contract/inventory.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveDownload, serveUpload } from '#server/platform/http/files.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { adjustStock } from './adjust-stock.ts'
import { downloadErrors, templateFile } from './downloads.ts'
import { previewUpload, uploadFile } from './upload-file.ts'
import { listChangeSets, readProgress, listChangedRows, listSheetRows } from './queries.ts'
import { saveSheet } from './save-sheet.ts'
import { undoChangeSet } from './undo-change-set.ts'

export function bulkRoutes(app: App): void {
  serve(app, bulkApi.sheetData, (ctx, query) => ctx.read((tx) => listSheetRows(tx, ctx.companyId, query)))
  serve(app, bulkApi.saveSheet, saveSheet)
  serveDownload(app, bulkApi.template, async () => templateFile())
  serveUpload(app, bulkApi.preview, previewUpload)
  serveUpload(app, bulkApi.upload, uploadFile)
  serve(app, bulkApi.changeSets, (ctx, query) => ctx.read((tx) => listChangeSets(tx, query, ctx.clock.now())))
  serve(app, bulkApi.changedRows, (ctx, query) => ctx.read((tx) => listChangedRows(tx, query)))
  serve(app, bulkApi.progress, (ctx, { changeSetId }) => ctx.read((tx) => readProgress(tx, changeSetId)))
  serveDownload(app, bulkApi.errors, downloadErrors)
  serve(app, bulkApi.undo, undoChangeSet)
  serve(app, inventoryApi.adjust, adjustStock)
}
