import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import { formatMoney, fromCents, toCents } from '#contract/money.ts'
import type { AmountPart, OrderDetail } from '#contract/orders.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { ProductImage } from '#web/shared/product-image.tsx'
import { rich } from '#web/shared/rich.tsx'
import { writtenText } from '#web/shared/people.tsx'
import { Badge } from '#web/ui/badge.tsx'

type Item = OrderDetail['items'][number]

export function ItemsSection({ order }: { order: OrderDetail }) {
  const { items, currency, status } = order
  return (
    <DrawerSection title={t('Items')}>
      <div className="overflow-hidden rounded-lg border">
        <ul aria-label={t('Items')} className="divide-y">
          {items.map((item) => (
            <li key={item.id} className="grid grid-cols-[auto_1fr_auto] gap-x-3 px-4 py-2.5">
              <ProductImage
                url={item.imageUrl}
                title={item.title ?? item.sku}
                className="row-span-2 size-10 shrink-0 self-center text-sm"
              />
              <p className="min-w-0 wrap-anywhere">{item.title ?? item.sku}</p>
              <p className="text-right font-medium">{formatMoney(item.totalPrice, currency)}</p>
              <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
                {item.title && <span className="font-mono wrap-anywhere">{item.sku}</span>}
                {item.skuId === null && <Badge tone="warning">{t('Unknown SKU')}</Badge>}
                {item.ownSku !== null && item.ownSku !== item.sku && (
                  <span>
                    {rich(t('sent as {sku}'), {
                      sku: <span className="font-mono wrap-anywhere">{item.ownSku}</span>,
                    })}
                  </span>
                )}
                {status !== 'cancelled' && <span>{unsentUnitsText(item)}</span>}
              </p>
              <p className="text-right text-sm text-muted">
                {t('{quantity} × {price}', { quantity: item.quantity, price: formatMoney(item.unitPrice, currency) })}
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
    <dl aria-label={t('Chosen by the customer')} className="col-span-2 col-start-2 mt-1 text-sm">
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
  if (unsent === 0) return t('All sent')
  if (lacking > 0) return t('{unsent} to ship · {lacking} not in stock', { unsent, lacking })
  return held > 0 ? t('{unsent} to ship · stock reserved', { unsent }) : t('{unsent} to ship', { unsent })
}

export function AmountLines({ order }: { order: OrderDetail }) {
  const { subtotal, discountAmount, shippingAmount, taxAmount, unexplained, currency, promotionCodes } = order
  const minus = discountAmount !== null && Number(discountAmount) > 0 ? '−' : ''
  return (
    <dl className="grid gap-1 border-t bg-sunken px-4 py-3">
      <Amount label={t('Subtotal')} amount={formatMoney(subtotal, currency)} />
      <Amount
        label={
          promotionCodes.length > 0
            ? t('Discount ({promotionCodes})', { promotionCodes: promotionCodes.join(', ') })
            : t('Discount')
        }
        amount={`${minus}${partText(order, 'discount', discountAmount)}`}
      />
      <PromotionLines order={order} />
      <Amount label={t('Shipping')} amount={partText(order, 'shipping', shippingAmount)} />
      <Amount label={t('Tax')} amount={partText(order, 'tax', taxAmount)} />
      {unexplained !== null && <Amount label={t('Unexplained')} amount={formatMoney(unexplained, currency)} />}
      <PaidLines order={order} />
    </dl>
  )
}

/** Says which amounts the channel left out: they are not made up. */
function partText({ workedOut, currency }: OrderDetail, part: AmountPart | 'total', amount: string | null): string {
  if (amount === null) return t('Not provided')
  const written = formatMoney(amount, currency)
  return workedOut.includes(part) ? t('{written} (calculated)', { written }) : written
}

/** What was ordered; after a refund also what was paid back and what remains. */
function PaidLines({ order }: { order: OrderDetail }) {
  const { totalAmount, refundedAmount, currency } = order
  const total = <Amount label={t('Total')} amount={partText(order, 'total', totalAmount)} isResult />
  if (Number(refundedAmount) === 0) return total
  const net = fromCents(toCents(totalAmount) - toCents(refundedAmount))
  return (
    <>
      {total}
      <Amount label={t('Refunded')} amount={`−${formatMoney(refundedAmount, currency)}`} />
      <Amount label={t('Net')} amount={formatMoney(net, currency)} isResult />
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
        {releasedAt && <Badge tone="neutral">{t('Use returned')}</Badge>}
      </dt>
      <dd className={releasedAt ? 'text-muted line-through' : 'text-muted'}>
        {Number(discountAmount) > 0 && '−'}
        {formatMoney(discountAmount, currency)}
      </dd>
    </div>
  ))
}
