import { and, eq } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { readId } from '#contract/fields.ts'
import type { publicApi, PublicOrder } from '#contract/public-api.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { assertReconciled } from '#server/platform/restore-gate.ts'
import { recordOwnParcel } from '../fulfillment/ship-order.ts'
import { orderNotFound } from '../order-queries.ts'
import { getPublicOrderOrThrow } from './read-orders.ts'

/** Records a parcel that the seller has shipped himself. A key of a channel ships the orders of that channel only. */
export function createShipment(
  ctx: CompanyContext,
  { orderId: named, items, ...parcel }: ParsedInputOf<typeof publicApi.ship>,
  holder: KeyHolder,
): Promise<PublicOrder & { isNew: boolean }> {
  assertReconciled(ctx)
  return ctx.transaction(async (tx) => {
    const orderId = await getOrderIdOrThrow(tx, holder, named)
    const isNew = await recordOwnParcel(tx, ctx, { orderId, ...parcel, skus: items })
    return { ...(await getPublicOrderOrThrow(tx, holder, orderId)), isNew }
  })
}

/** `named` is the order's number or its id. */
async function getOrderIdOrThrow(tx: Tx, { companyId, channelId }: KeyHolder, named: string): Promise<string> {
  const id = readId(named)
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        id === undefined ? eq(orders.orderNumber, named) : eq(orders.id, id),
        channelId === null ? undefined : eq(orders.channelId, channelId),
      ),
    )
  if (!order) throw orderNotFound()
  return order.id
}
