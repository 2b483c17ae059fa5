import type { DeliveryDetail } from '#contract/channel-deliveries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { getDeliveryOrThrow } from './queries/deliveries.ts'
import { formatBytes } from './shown-bytes.ts'
import { erasedContent, decryptContent } from './stored-delivery.ts'

/** With the customer's address in it, so that the audit log says who looked. */
export async function readDelivery(
  ctx: CompanyContext,
  input: { channelId: string; deliveryId: string },
): Promise<DeliveryDetail> {
  const { companyId, vault } = ctx
  return ctx.transaction(async (tx) => {
    const delivery = await getDeliveryOrThrow(tx, companyId, input)
    await recordAudit(tx, ctx, {
      action: 'delivery.view',
      resource: 'delivery',
      resourceId: input.deliveryId,
      companyId,
    })
    if (delivery.payload === '') return { ...delivery, payload: erasedContent }
    const { body } = decryptContent(vault, { companyId, id: delivery.id }, delivery.payload)
    return { ...delivery, payload: formatBytes(body) }
  })
}
