import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { recordTimeline } from '../timeline.ts'

type Fields = Record<string, unknown>

type RecordedAction = {
  orderId: string
  /** `order.hold`, for the audit log. */
  action: string
  /** `order.held`, for the timeline. */
  event: string
  description: string
  reason?: string
  before?: Fields
  after?: Fields
}

/** Puts a person's step into the order's timeline and the audit log, and tells the screens. */
export async function recordAction(tx: Tx, ctx: CompanyContext, recorded: RecordedAction): Promise<void> {
  const { orderId, action, event, description, reason, before, after } = recorded
  const entry = { orderId, event, description, ...(reason === undefined ? {} : { reason }) }
  await recordTimeline(tx, ctx.companyId, [{ ...entry, by: ctx.actor, at: ctx.clock.now() }])
  await recordAudit(tx, ctx, {
    action,
    resource: 'order',
    resourceId: orderId,
    companyId: ctx.companyId,
    ...(before && { before }),
    ...(after && { after }),
  })
  await ctx.publishChange(tx, 'orders')
}
