import { observeApi } from '#contract/observe.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveDownload } from '#server/platform/http/files.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { exportDecisions, listDecisions, readSummary } from './decisions.ts'
import { readMode, switchMode } from './switch-mode.ts'

export function observeRoutes(app: App): void {
  serve(app, observeApi.mode, readMode)
  serve(app, observeApi.switchMode, switchMode)
  serve(app, observeApi.summary, readSummary)
  serve(app, observeApi.list, listDecisions)
  serveDownload(app, observeApi.export, exportDecisions)
}
