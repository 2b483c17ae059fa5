import { recordAudit, recordAudits, type AuditEntry } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ChosenChange } from './choose-taken.ts'

/** One entry for the batch, and one for each product and SKU, whose history names Amazon as the writer. */
export async function auditAppliedChanges(
  tx: Tx,
  ctx: CompanyContext,
  runId: string,
  applied: readonly ChosenChange[],
): Promise<void> {
  if (applied.length === 0) return
  const { companyId, origin } = ctx
  const counted: Record<string, number> = {}
  for (const { field } of applied.map(({ change }) => change)) counted[field] = (counted[field] ?? 0) + 1
  await recordAudit(tx, ctx, {
    action: 'amazon.take-changes',
    resource: 'sync-run',
    resourceId: runId,
    companyId,
    after: counted,
  })
  await recordAudits(tx, { actor: { type: 'job', name: 'Amazon' }, origin }, auditEntries(companyId, applied))
}

function auditEntries(companyId: string, applied: readonly ChosenChange[]): AuditEntry[] {
  const entries = new Map<string, AuditEntry>()
  for (const { change, side, writes } of applied) {
    const resource = writes.product ? 'product' : 'sku'
    const resourceId = writes.product ? side.productId : side.skuId
    const { before, after } = entries.get(resourceId) ?? {}
    const isCount = writes.count !== undefined
    entries.set(resourceId, {
      action: `${resource}.update`,
      resource,
      resourceId,
      companyId,
      before: { ...before, [change.field]: isCount ? side.qtyAvailable : change.ours },
      after: { ...after, [change.field]: isCount ? writes.count : change.amazon },
    })
  }
  return [...entries.values()]
}
