import { lineTotal } from './amounts.ts'
import type { Intake } from './intake-context.ts'
import type { ToldLine } from './match-lines.ts'
import { newId } from '#server/platform/id.ts'

type Order = { orderId: string; channelId: string }

/** A line that is new to its order. */
export function lineRow({ ctx, skuOf }: Intake, { orderId, channelId }: Order, line: ToldLine, position: number) {
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
