import { recordAudit } from '#server/platform/audit.ts'
import { companyContext, type CompanyContext, type Deps, type Origin } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { addOptOut, removeOptOut, type OptOut } from './queries.ts'

export type Wish = 'stop' | 'start'

/** What a customer has told us. */
export async function changeOptOut(deps: Deps, origin: Origin, optOut: OptOut, wish: Wish): Promise<void> {
  const actor = { type: 'system', name: 'Customer' } as const
  const ctx = companyContext(deps, { actor, origin }, optOut.companyId)
  await ctx.transaction((tx) => followWish(tx, ctx, optOut, wish))
}

/** From now on. The log says that somebody asked, and not who: there is no name to the hash. */
export async function followWish(tx: Tx, ctx: CompanyContext, optOut: OptOut, wish: Wish): Promise<void> {
  const isChange = await (wish === 'stop' ? addOptOut(tx, optOut) : removeOptOut(tx, optOut))
  if (!isChange) return
  await recordAudit(tx, ctx, {
    action: wish === 'stop' ? 'customer.opt-out' : 'customer.opt-in',
    resource: 'customer',
    resourceId: null,
    companyId: optOut.companyId,
    after: { method: optOut.method },
  })
  await ctx.announce(tx, 'notifications')
}
