import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { orderItems } from '#server/platform/db/schema/orders.ts'
import { lockOrdersToChange } from '../queries/orders-to-change.ts'
import { updateChannelUpdatedAt, setCancelled, updateLines, updateOrders } from '../queries/revisions.ts'
import { lineTotal } from './amounts.ts'
import type { KnownOrderState } from './fold-news.ts'
import type { IntakeContext } from './intake-context.ts'
import type { MatchedLines } from './match-lines.ts'
import type { OrderChange } from './order-change.ts'
import { planRevision } from './plan-revision.ts'

/** Orders that are here follow their channel until they are sent; what it says later is for a person to judge. */
export async function reviseOrders(
  tx: Tx,
  intake: IntakeContext,
  states: readonly KnownOrderState[],
): Promise<OrderChange[]> {
  if (states.length === 0) return []
  const { companyId } = intake.ctx
  const orderIds = states.map(({ known }) => known.orderId)
  const orders = await lockOrdersToChange(tx, companyId, orderIds)
  const revisions = states.flatMap((state) => {
    const order = orders.get(state.known.orderId)
    return order ? [planRevision(intake, order, state)] : []
  })
  const changes = revisions.map(({ change }) => change)
  const rows = revisions.flatMap(({ row }) => row ?? [])
  const keptLines = revisions.flatMap((revision) => revision.keptLines.map(toLineUpdate))
  const addedLines = revisions.flatMap((revision) => revision.addedLines)
  const cancelled = changes.filter(({ holds }) => holds === 'cancelled').map(({ orderId }) => orderId)
  const updateTimes = states.map(({ known, at }) => ({ id: known.orderId, at }))
  await updateOrders(tx, companyId, rows)
  await updateLines(tx, companyId, keptLines)
  await insertRows(tx, orderItems, addedLines)
  await setCancelled(tx, companyId, cancelled, intake.now)
  await updateChannelUpdatedAt(tx, companyId, updateTimes)
  return changes
}

const toLineUpdate = ({ known, told }: MatchedLines['kept'][number]) => ({
  id: known.id,
  externalItemId: told.externalItemId ?? known.externalItemId,
  title: told.title ?? null,
  quantity: told.quantity,
  unitPrice: told.unitPrice,
  totalPrice: lineTotal(told),
})
