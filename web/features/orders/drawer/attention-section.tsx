import { attentionRemedies } from '#contract/attention-remedies.ts'
import type { AttentionRow } from '#contract/attention.ts'
import { t } from '#contract/i18n.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { attentionLabels, actorLabels } from '#web/shared/attention/attention-labels.ts'
import { Remedies } from '#web/shared/attention/remedies.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { OrderRemedies, remediesOf } from '#web/shared/orders/order-dialog-button.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'

/** Open attention items of the order, each with its remedies. */
export function AttentionSection({ order }: { order: OrderDetail }) {
  return (
    <DrawerSection title={t('Needs attention')}>
      <ul className="divide-y rounded-lg border border-l-4 border-l-warning">
        {order.attentions.map((item) => (
          <li key={item.id} className="grid gap-2 px-4 py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <Badge tone="warning">{attentionLabels[item.code]}</Badge>
              <span className="text-sm text-muted">
                {item.waitsForStockSince ? t('Waiting for stock') : actorLabels[item.whoActs]} ·{' '}
                <RelativeTime moment={item.waitsForStockSince ?? item.raisedAt} />
              </span>
            </div>
            <div>
              <p className="wrap-anywhere">{item.reason}</p>
              <p className="text-sm text-muted">{attentionRemedies[item.code]}</p>
            </div>
            <div className="flex flex-wrap gap-2 empty:hidden">
              <OrderRemedies order={order} remedies={remediesOf(toAttentionRow(order, item))} />
              <Remedies row={toAttentionRow(order, item)} />
            </div>
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}

/** One entry per item of the channel, as the attention list has them. */
function distinctItems(lines: OrderDetail['items']): AttentionRow['unknownItems'] {
  const items = lines.map(({ sku: code, externalProductId: externalId, title, quantity, unitPrice }) => {
    return { code, externalId, title, quantity, unitPrice }
  })
  const byItem = Map.groupBy(items, (item) => JSON.stringify([item.externalId, item.code]))
  return [...byItem.values()].flatMap((same) => {
    const quantity = same.reduce((sum, item) => sum + item.quantity, 0)
    return same.slice(0, 1).map((item) => ({ ...item, quantity }))
  })
}

/** Makes the row that the attention list shows, so that both places offer the same remedies. */
function toAttentionRow(order: OrderDetail, item: OrderDetail['attentions'][number]): AttentionRow {
  const { id: orderId, orderNumber, externalOrderId, externalNumber, status: orderStatus } = order
  const { channelId, channelName, items } = order
  const held = items.filter(({ skuId }) => skuId !== null)
  const unknown = items.filter(({ skuId }) => skuId === null)
  const unknownSkus = [...new Set(unknown.map(({ sku }) => sku))]
  return {
    ...item,
    orderId,
    orderNumber,
    externalOrderId,
    externalNumber,
    orderStatus,
    deliveryId: null,
    channelId,
    channelName,
    unknownSkus,
    unknownItems: distinctItems(unknown),
    currency: order.currency,
    shortLines: held.flatMap(({ id: orderItemId, skuId, ownSku, sku, unsent: quantity, lacking }) =>
      skuId !== null && lacking > 0 ? [{ orderItemId, skuId, sku: ownSku ?? sku, quantity, lacking }] : [],
    ),
    coveredUnits: held.reduce((sum, { unsent, lacking }) => sum + Math.max(unsent - lacking, 0), 0),
  }
}
