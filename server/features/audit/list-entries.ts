import type { auditApi, AuditRow } from '#contract/audit.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { toPage } from '#server/platform/paging.ts'
import { countEntries, listEntries } from './queries/entries.ts'

type AuditListQuery = ParsedInputOf<typeof auditApi.list>

export async function listAuditEntries(
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
