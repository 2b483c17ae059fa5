import { lineTotal } from './amounts.ts'
import type { IntakeContext } from './intake-context.ts'
import type { IncomingLine } from './match-lines.ts'
import { newId } from '#server/platform/ids.ts'

type LineOwner = { orderId: string; channelId: string }

/** A line that is new to its order. */
export function toLineRow(
  { ctx, skuOf }: IntakeContext,
  { orderId, channelId }: LineOwner,
  line: IncomingLine,
  position: number,
) {
  return {
    companyId: ctx.companyId,
    id: newId(),
    orderId,
    position,
    skuId: skuOf({ channelId, externalId: line.externalId ?? null, sku: line.sku }),
    externalItemId: line.externalItemId ?? null,
    sku: line.sku,
    title: line.title ?? null,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    totalPrice: lineTotal(line),
  }
}
