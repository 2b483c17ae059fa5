import { enqueueChannelMessage } from '#server/features/channels/messages/tell-channel.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { recordReported } from '../../queries/parcels.ts'
import type { SentOrder } from '../../queries/sent-order.ts'
import { shouldReportShipment } from './is-to-be-told.ts'
import type { ParcelChange } from './keep-packages.ts'
import type { OrderTransition } from './settling.ts'

/** Tells the channel of each parcel that left, once for each tracking number it has had. */
export async function reportShipments(
  tx: Tx,
  ctx: CompanyContext,
  { order, cause, parcels }: OrderTransition,
): Promise<void> {
  const now = ctx.clock.now()
  for (const parcel of parcels.filter((change) => shouldReportShipment(change, now))) {
    const { id, packageNumber, carrier, trackingNumber } = parcel.after
    const isReported = await enqueueChannelMessage(tx, ctx, {
      orderId: order.id,
      type: 'order.shipped',
      cause: `${cause}:${packageNumber}:${trackingNumber ?? 'none'}`,
      shipments: [{ carrier, trackingNumber, items: shippedItems(order, parcel) }],
    })
    if (isReported) await recordReported(tx, ctx.companyId, id, now)
  }
}

const shippedItems = ({ lines }: SentOrder, { items }: ParcelChange) =>
  items.flatMap(({ orderItemId, quantity }) => {
    const line = lines.find(({ id }) => id === orderItemId)
    return line ? [{ sku: line.sku, externalItemId: line.externalItemId, quantity }] : []
  })
