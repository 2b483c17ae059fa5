import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

type RunContext = { ctx: CompanyContext; run: { id: string } }

/** SKUs that a sync found at Amazon and that were not here; `codes` are theirs. */
export async function auditAddedSkus(tx: Tx, { ctx, run }: RunContext, codes: readonly string[]): Promise<void> {
  await recordAudit(tx, ctx, {
    action: 'amazon.add-skus',
    resource: 'sync-run',
    resourceId: run.id,
    companyId: ctx.companyId,
    after: { created: codes.length, skus: codes },
  })
}
