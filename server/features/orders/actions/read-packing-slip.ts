import type { AddressFields } from '#contract/addresses.ts'
import { readPreferences } from '#server/features/notifications/queries/wishes.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { decryptAddress } from '../personal-data.ts'
import { getOrderOrThrow, listItemsOf } from '../queries/order-detail.ts'

export type PackingSlip = {
  companyName: string
  channelName: string | null
  orderNumber: string
  externalOrderId: string
  placedAt: Date
  address: AddressFields | null
  items: { sku: string; title: string | null; quantity: number }[]
}

/** The street stands on it, so that the audit log says who looked. */
export async function readPackingSlip(ctx: CompanyContext, { orderId }: { orderId: string }): Promise<PackingSlip> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const order = await getOrderOrThrow(tx, companyId, orderId)
    await recordAudit(tx, ctx, { action: 'order.view', resource: 'order', resourceId: orderId, companyId })
    const { channelName, orderNumber, externalOrderId, placedAt, shippingAddress } = order
    return {
      companyName: (await readPreferences(tx, companyId)).companyName,
      channelName,
      orderNumber,
      externalOrderId,
      placedAt,
      address: shippingAddress && decryptAddress(ctx, shippingAddress),
      items: await listItemsOf(tx, companyId, orderId),
    }
  })
}
