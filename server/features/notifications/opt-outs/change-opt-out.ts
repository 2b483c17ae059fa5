import { recordAudit } from '#server/platform/audit.ts'
import { companyContext, type CompanyContext, type Deps, type Origin } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertOptOut, deleteOptOut, type OptOut } from './queries.ts'

export type OptOutRequest = 'stop' | 'start'

/** What a customer has told us. */
export async function changeOptOut(deps: Deps, origin: Origin, optOut: OptOut, request: OptOutRequest): Promise<void> {
  const actor = { type: 'system', name: 'Customer' } as const
  const ctx = companyContext(deps, { actor, origin }, optOut.companyId)
  await ctx.transaction((tx) => applyOptOutRequest(tx, ctx, optOut, request))
}

/** From now on. The log says that somebody asked, and not who: there is no name to the hash. */
export async function applyOptOutRequest(
  tx: Tx,
  ctx: CompanyContext,
  optOut: OptOut,
  request: OptOutRequest,
): Promise<void> {
  const isChange = await (request === 'stop' ? insertOptOut(tx, optOut) : deleteOptOut(tx, optOut))
  if (!isChange) return
  await recordAudit(tx, ctx, {
    action: request === 'stop' ? 'customer.opt-out' : 'customer.opt-in',
    resource: 'customer',
    resourceId: null,
    companyId: optOut.companyId,
    after: { method: optOut.method },
  })
  await ctx.publishChange(tx, 'notifications')
}
