import { actorTypeLabels, auditApi, type AuditFilter, type AuditRow, type ProviderVisit } from '#contract/audit.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { readCompanyLocale } from '#server/platform/db/company-locale.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { serveDownload } from '#server/platform/http/files.ts'
import { encodeCursor, toPage } from '#server/platform/paging.ts'
import { type Download, exportFile } from '#server/platform/spreadsheet/export-file.ts'
import { momentCell } from '#server/platform/spreadsheet/local-time.ts'
import { type Cell, cellsOf, textCell } from '#server/platform/spreadsheet/table.ts'
import { countEntries, listEntries, listVisits } from './queries.ts'
import { verifyNewest } from './verify-chain.ts'

export function auditRoutes(app: App): void {
  serve(app, auditApi.list, listAuditEntries)
  serve(app, auditApi.providerVisits, listProviderVisits)
  serveDownload(app, auditApi.export, exportAuditEntries)
  serve(app, auditApi.verify, (ctx) => verifyNewest(ctx, ctx.companyId))
}

type AuditListQuery = ParsedInputOf<typeof auditApi.list>

async function listAuditEntries(
  ctx: CompanyContext,
  { limit, cursor, ...filter }: AuditListQuery,
): Promise<Page<AuditRow>> {
  const { companyId } = ctx
  return ctx.read(async (tx) => {
    const found = await listEntries(tx, { companyId, filter, cursor, limit: limit + 1 })
    const isWhole = cursor === undefined && found.length <= limit
    const total = isWhole ? found.length : await countEntries(tx, companyId, filter)
    const page = toPage(found, limit, total, ({ key, id }) => [key, id])
    return { ...page, rows: page.rows.map(({ key: _key, ...entry }) => entry) }
  })
}

async function listProviderVisits(
  ctx: CompanyContext,
  { limit, cursor }: ParsedInputOf<typeof auditApi.providerVisits>,
): Promise<Page<ProviderVisit>> {
  const { companyId } = ctx
  const { visits, total } = await ctx.read((tx) => listVisits(tx, { companyId, cursor, limit: limit + 1 }))
  const page = toPage(visits, limit, total, ({ key, id }) => [key, id])
  return { ...page, rows: page.rows.map(({ key: _key, ...visit }) => visit) }
}

const batchSize = 2_000

async function exportAuditEntries(
  ctx: CompanyContext,
  { format, ...filter }: ParsedInputOf<typeof auditApi.export>,
): Promise<Download> {
  const { search, ...choice } = filter
  const { timeZone } = await ctx.transaction(async (tx) => {
    const rows = await countEntries(tx, ctx.companyId, filter)
    await recordAudit(tx, ctx, {
      action: 'audit.export',
      resource: 'audit',
      resourceId: null,
      companyId: ctx.companyId,
      // The search text may be a person's name.
      after: { format, ...choice, isSearched: Boolean(search), rows },
    })
    return readCompanyLocale(tx, ctx.companyId)
  })
  const columns = exportColumns(timeZone)
  return exportFile({ name: 'audit', format, columns, rows: batches(ctx, filter, columns), now: ctx.clock.now() })
}

/** One transaction per batch, so that a slow download holds no database connection. */
async function* batches(ctx: CompanyContext, filter: AuditFilter, columns: readonly Cell<AuditRow>[]) {
  const { companyId } = ctx
  let cursor: string | undefined
  do {
    const entries = await ctx.read((tx) => listEntries(tx, { companyId, filter, cursor, limit: batchSize }))
    const last = entries.length === batchSize ? entries.at(-1) : undefined
    cursor = last && encodeCursor([last.key, last.id])
    yield entries.map((entry) => cellsOf(columns, entry))
  } while (cursor !== undefined)
}

const exportColumns = (zone: string): Cell<AuditRow>[] => [
  momentCell('When', zone, (entry) => entry.at),
  textCell('Who', (entry) => entry.actorName),
  textCell('Kind', (entry) => actorTypeLabels[entry.actorType]),
  textCell('Action', (entry) => entry.action),
  textCell('Resource', (entry) => entry.resource),
  textCell('Resource ID', (entry) => entry.resourceId),
  textCell('Name', (entry) => entry.subject),
  textCell('Changes', (entry) => entry.changes && JSON.stringify(entry.changes)),
  textCell('Address', (entry) => entry.ipAddress),
  textCell('Agent', (entry) => entry.userAgent),
  textCell('Request ID', (entry) => entry.requestId),
  textCell('Entry ID', (entry) => entry.id),
]
