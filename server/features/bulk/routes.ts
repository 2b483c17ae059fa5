import { bulkApi } from '#contract/bulk.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveDownload, serveUpload } from '#server/platform/http/files.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { downloadErrors } from './download-errors.ts'
import { previewUpload } from './preview-upload.ts'
import { listChangeSets, readProgress } from './queries/change-sets.ts'
import { listChangedRows } from './queries/changed-rows.ts'
import { listSheetRows } from './queries/sheet-rows.ts'
import { saveSheet } from './save-sheet.ts'
import { undoChangeSet } from './undo-change-set.ts'
import { uploadFile } from './upload-file.ts'
import { templateFile } from './workbook/template.ts'

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
}
