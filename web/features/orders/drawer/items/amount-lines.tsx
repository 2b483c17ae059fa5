import { formatMoney } from '#contract/money.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { PromotionLines } from './promotion-lines.tsx'

export function AmountLines({ order }: { order: OrderDetail }) {
  const { subtotal, discountAmount, shippingAmount, taxAmount, totalAmount, currency, promotionCodes } = order
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
      <Amount label="Total" amount={formatMoney(totalAmount, currency)} isResult />
    </dl>
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
