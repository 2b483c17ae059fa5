import { auditApi } from '#contract/audit.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveDownload } from '#server/platform/http/files.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { exportAuditEntries, listAuditEntries } from './audit-log.ts'
import { verifyNewest } from './verify-chain.ts'

export function auditRoutes(app: App): void {
  serve(app, auditApi.list, listAuditEntries)
  serveDownload(app, auditApi.export, exportAuditEntries)
  serve(app, auditApi.verify, (ctx) => verifyNewest(ctx, ctx.companyId))
}
