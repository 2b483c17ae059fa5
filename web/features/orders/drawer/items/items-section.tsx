import { formatMoney } from '#contract/money.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { AmountLines } from './amount-lines.tsx'

type Item = OrderDetail['items'][number]

export function ItemsSection({ order }: { order: OrderDetail }) {
  const { items, currency, status } = order
  return (
    <DrawerSection title="Items">
      <div className="overflow-hidden rounded-lg border">
        <ul aria-label="Items" className="divide-y">
          {items.map((item) => (
            <li key={item.id} className="grid grid-cols-[1fr_auto] gap-x-4 px-4 py-2.5">
              <p className="min-w-0 wrap-anywhere">{item.title ?? item.sku}</p>
              <p className="text-right font-medium">{formatMoney(item.totalPrice, currency)}</p>
              <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
                {item.title && <span className="font-mono wrap-anywhere">{item.sku}</span>}
                {item.skuId === null && <Badge tone="warning">Unknown SKU</Badge>}
                {status !== 'cancelled' && <span>{unsentUnitsText(item)}</span>}
              </p>
              <p className="text-right text-sm text-muted">
                {formatNumber(item.quantity)} × {formatMoney(item.unitPrice, currency)}
              </p>
            </li>
          ))}
        </ul>
        <AmountLines order={order} />
      </div>
    </DrawerSection>
  )
}

/** How many units nobody has sent yet, and how many are held for that. */
function unsentUnitsText({ quantity, held, unsent }: Item): string {
  if (unsent === 0) return 'All sent'
  const sent = `${formatNumber(unsent)} of ${formatCount(quantity, 'unit')} not sent`
  return held > 0 ? `${sent}, ${formatNumber(held)} held` : sent
}
