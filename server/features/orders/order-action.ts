import { AppError } from '#contract/errors.ts'
import { asMessage, type Sentence } from '#contract/i18n.ts'
import { obstacleTo, type OrderAction } from '#contract/order-actions.ts'
import type { OrderRow } from '#contract/orders.ts'
import type { AuditAction } from '#server/platform/audit-actions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { getOrderRowOrThrow, lockOrders } from './order-queries.ts'
import { showChannelHold } from './personal-data.ts'
import { recordTimeline } from './timeline.ts'

type OrderInput = { orderId: string }

type ActionStep<Input extends OrderInput> = (tx: Tx, ctx: CompanyContext, input: Input) => Promise<void>

/** Makes an endpoint of an action: runs it in one transaction and returns the order's new row. */
export const orderAction =
  <Input extends OrderInput>(step: ActionStep<Input>) =>
  (ctx: CompanyContext, input: Input): Promise<OrderRow> =>
    ctx.transaction(async (tx) => {
      await step(tx, ctx, input)
      return showChannelHold(ctx, await getOrderRowOrThrow(tx, ctx.companyId, input.orderId))
    })

/** Locks the order and throws when the contract's rules do not allow the action now. What is only planned is allowed in observe mode too. */
export async function lockForAction(
  tx: Tx,
  ctx: CompanyContext,
  action: OrderAction,
  orderId: string,
  { isPlan = false } = {},
): Promise<OrderRow> {
  await lockOrders(tx, ctx.companyId, [orderId])
  const order = await getOrderRowOrThrow(tx, ctx.companyId, orderId)
  const obstacle = obstacleTo(action, isPlan ? { ...order, isObserving: false } : order, ctx.clock.now())
  if (obstacle !== null) throw new AppError('conflict', asMessage(obstacle))
  return order
}

type Fields = Record<string, unknown>

type RecordedAction = {
  orderId: string
  /** `order.hold`, for the audit log. */
  action: AuditAction
  /** `order.held`, for the timeline. */
  event: string
  description: Sentence
  reason?: Sentence
  details?: Fields
  before?: Fields
  after?: Fields
}

/** Records an action in the timeline and the audit log, and notifies browsers. */
export async function recordAction(tx: Tx, ctx: CompanyContext, recorded: RecordedAction): Promise<void> {
  const { orderId, action, event, description, reason, details, before, after } = recorded
  const entry = {
    orderId,
    event,
    description,
    ...(reason === undefined ? {} : { reason }),
    ...(details && { details }),
  }
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
