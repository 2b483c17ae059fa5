import { Link } from 'wouter'
import { formatMoney, fromCents, toCents } from '#contract/money.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { writtenText } from '#web/shared/people.tsx'
import { Badge } from '#web/ui/badge.tsx'

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
                {item.ownSku !== null && item.ownSku !== item.sku && (
                  <span>
                    sent as <span className="font-mono wrap-anywhere">{item.ownSku}</span>
                  </span>
                )}
                {status !== 'cancelled' && <span>{unsentUnitsText(item)}</span>}
              </p>
              <p className="text-right text-sm text-muted">
                {formatNumber(item.quantity)} × {formatMoney(item.unitPrice, currency)}
              </p>
              <ItemProperties item={item} />
            </li>
          ))}
        </ul>
        <AmountLines order={order} />
      </div>
    </DrawerSection>
  )
}

/** What the customer chose or had written on it. */
function ItemProperties({ item: { properties } }: { item: Item }) {
  if (properties.length === 0) return null
  return (
    <dl aria-label="Chosen by the customer" className="col-span-full mt-1 text-sm">
      {properties.map(({ name, value }, index) => (
        <div key={index} className="flex flex-wrap gap-x-1.5">
          <dt className="text-muted">{name}:</dt>
          <dd className="min-w-0 wrap-anywhere">{writtenText(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Units of the line that are not submitted to Amazon yet, and whether stock is there for them. */
function unsentUnitsText({ held, unsent, lacking }: Item): string {
  if (unsent === 0) return 'All sent'
  const toShip = `${formatNumber(unsent)} to ship`
  if (lacking > 0) return `${toShip} · ${formatNumber(lacking)} not in stock`
  return held > 0 ? `${toShip} · stock reserved` : toShip
}

export function AmountLines({ order }: { order: OrderDetail }) {
  const { subtotal, discountAmount, shippingAmount, taxAmount, currency, promotionCodes } = order
  const hasDiscount = Number(discountAmount) > 0
  return (
    <dl className="grid gap-1 border-t bg-sunken px-4 py-3">
      <Amount label="Subtotal" amount={formatMoney(subtotal, currency)} />
      <Amount
        label={promotionCodes.length > 0 ? `Discount (${promotionCodes.join(', ')})` : 'Discount'}
        amount={`${hasDiscount ? '−' : ''}${formatMoney(discountAmount, currency)}`}
      />
      <PromotionLines order={order} />
      <Amount label="Shipping" amount={formatMoney(shippingAmount, currency)} />
      <Amount label="Tax" amount={formatMoney(taxAmount, currency)} />
      <PaidLines order={order} />
    </dl>
  )
}

/** What was paid; after a refund also what was paid back and what remains. */
function PaidLines({ order: { totalAmount, refundedAmount, currency } }: { order: OrderDetail }) {
  if (Number(refundedAmount) === 0) return <Amount label="Total" amount={formatMoney(totalAmount, currency)} isResult />
  const net = fromCents(toCents(totalAmount) - toCents(refundedAmount))
  return (
    <>
      <Amount label="Paid" amount={formatMoney(totalAmount, currency)} isResult />
      <Amount label="Refunded" amount={`−${formatMoney(refundedAmount, currency)}`} />
      <Amount label="Net" amount={formatMoney(net, currency)} isResult />
    </>
  )
}

type AmountProps = { label: string; amount: string; isResult?: boolean }

function Amount({ label, amount, isResult = false }: AmountProps) {
  return (
    <div className={isResult ? 'flex justify-between gap-4 border-t pt-1 font-semibold' : 'flex justify-between gap-4'}>
      <dt className={isResult ? undefined : 'min-w-0 wrap-anywhere text-muted'}>{label}</dt>
      <dd>{amount}</dd>
    </div>
  )
}

/** Our promotions' shares of the discount, each with a link to its promotion. */
function PromotionLines({ order: { promotions, currency } }: { order: OrderDetail }) {
  return promotions.map(({ promotionId, title, discountAmount, releasedAt }) => (
    <div key={promotionId} className="flex items-center justify-between gap-4 pl-4 text-sm">
      <dt className="flex min-w-0 flex-wrap items-center gap-x-2">
        <Link
          href={`/promotions?promotion=${promotionId}`}
          className="inline-flex min-h-10 items-center wrap-anywhere text-accent underline-offset-2 hover:underline md:min-h-6"
        >
          {title}
        </Link>
        {releasedAt && <Badge tone="neutral">Given back</Badge>}
      </dt>
      <dd className={releasedAt ? 'text-muted line-through' : 'text-muted'}>
        {Number(discountAmount) > 0 && '−'}
        {formatMoney(discountAmount, currency)}
      </dd>
    </div>
  ))
}
