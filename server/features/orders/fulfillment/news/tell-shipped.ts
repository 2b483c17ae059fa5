import { tellChannel } from '#server/features/channels/messages/tell-channel.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { noteReported } from '../../queries/parcels.ts'
import type { SentOrder } from '../../queries/sent-order.ts'
import { isToBeTold } from './is-to-be-told.ts'
import type { KeptParcel } from './keep-packages.ts'
import type { Settling } from './settling.ts'

/** Tells the channel of each parcel that left, once for each tracking number it has had. */
export async function tellShipped(tx: Tx, ctx: CompanyContext, { order, cause, parcels }: Settling): Promise<void> {
  const now = ctx.clock.now()
  for (const parcel of parcels.filter((kept) => isToBeTold(kept, now))) {
    const { id, packageNumber, carrier, trackingNumber } = parcel.after
    const isTold = await tellChannel(tx, ctx, {
      orderId: order.id,
      type: 'order.shipped',
      cause: `${cause}:${packageNumber}:${trackingNumber ?? 'none'}`,
      shipments: [{ carrier, trackingNumber, items: itemsOf(order, parcel) }],
    })
    if (isTold) await noteReported(tx, ctx.companyId, id, now)
  }
}

const itemsOf = ({ lines }: SentOrder, { items }: KeptParcel) =>
  items.flatMap(({ orderItemId, quantity }) => {
    const line = lines.find(({ id }) => id === orderItemId)
    return line ? [{ sku: line.sku, externalItemId: line.externalItemId, quantity }] : []
  })
