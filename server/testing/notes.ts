import { desc, eq } from 'drizzle-orm'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext, Deps } from '#server/platform/context.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'

/** The effect of a test's job, in a table that every company has. */
export async function writeNote(ctx: CompanyContext, text: string): Promise<void> {
  await ctx.transaction((tx) =>
    recordAudit(tx, ctx, { action: 'test.note', resource: 'job', resourceId: text, companyId: ctx.companyId }),
  )
}

export async function readNotes(deps: Pick<Deps, 'db'>, companyId: string): Promise<(string | null)[]> {
  const rows = await deps.db.inCompany(companyId, (tx) =>
    tx
      .select({ text: auditLog.resourceId })
      .from(auditLog)
      .where(eq(auditLog.action, 'test.note'))
      .orderBy(desc(auditLog.createdAt)),
  )
  return rows.map(({ text }) => text).toReversed()
}
