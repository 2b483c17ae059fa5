import { actorTypeLabels, type auditApi, type AuditFilter, type AuditRow } from '#contract/audit.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/http/download.ts'
import { encodeCursor } from '#server/platform/paging.ts'
import { exportFile } from '#server/platform/spreadsheet/export-file.ts'
import type { CellValue, Column } from '#server/platform/spreadsheet/table.ts'
import { listEntries } from './queries/entries.ts'

const batchSize = 2_000

export async function exportAuditEntries(
  ctx: CompanyContext,
  { format, ...filter }: ParsedInputOf<typeof auditApi.export>,
): Promise<Download> {
  const { search, ...choice } = filter
  await ctx.transaction((tx) =>
    recordAudit(tx, ctx, {
      action: 'audit.export',
      resource: 'audit',
      resourceId: null,
      companyId: ctx.companyId,
      // What was searched for may be somebody's name.
      after: { format, ...choice, isSearched: Boolean(search) },
    }),
  )
  return exportFile({ name: 'audit', format, columns, rows: batches(ctx, filter), now: ctx.clock.now() })
}

/** A transaction per batch: between two of them a slow download holds no connection. */
async function* batches(ctx: CompanyContext, filter: AuditFilter) {
  const { companyId } = ctx
  let cursor: string | undefined
  do {
    const entries = await ctx.transaction((tx) => listEntries(tx, { companyId, filter, cursor, limit: batchSize }))
    const last = entries.length === batchSize ? entries.at(-1) : undefined
    cursor = last && encodeCursor([last.key, last.id])
    yield entries.map((entry) => cells.map(({ of }) => of(entry)))
  } while (cursor !== undefined)
}

type Cell = Column & { of: (entry: AuditRow) => CellValue }

const text = (heading: string, of: Cell['of']): Cell => ({ heading, kind: 'text', of })

const cells: Cell[] = [
  text('When', (entry) => entry.at),
  text('Who', (entry) => entry.actorName),
  text('Kind', (entry) => actorTypeLabels[entry.actorType]),
  text('Action', (entry) => entry.action),
  text('Resource', (entry) => entry.resource),
  text('Resource ID', (entry) => entry.resourceId),
  text('Changes', (entry) => entry.changes && JSON.stringify(entry.changes)),
  text('Address', (entry) => entry.ipAddress),
  text('Agent', (entry) => entry.userAgent),
  text('Request ID', (entry) => entry.requestId),
  text('Entry ID', (entry) => entry.id),
]

const columns = cells.map(({ heading, kind }) => ({ heading, kind }))
