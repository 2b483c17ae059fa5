import type { Order } from '../wire.ts'

const cents = (amount: string) => Math.round(Number(amount) * 100)
const money = (amount: number) => (amount / 100).toFixed(2)

/**
 * The money as Meta counts it. Promotions may already be in the price of each item; they are told as a discount only
 * where the total says that they came off afterwards.
 */
export function toAmounts({ estimated_payment_details: paid, promotion_details, items }: Order) {
  const promotions = promotion_details?.data ?? []
  const promotionCodes = promotions.flatMap(({ coupon_code }) => (coupon_code ? [coupon_code] : []))
  if (!paid) return { currency: items.data[0]?.price_per_unit.currency, promotionCodes }
  const shipping = paid.subtotal.shipping?.amount ?? '0'
  const tax = paid.tax?.amount ?? '0'
  const missing = cents(paid.subtotal.items.amount) + cents(shipping) + cents(tax) - cents(paid.total_amount.amount)
  const promised = promotions.reduce((sum, { applied_amount }) => sum + cents(applied_amount?.amount ?? '0'), 0)
  const arePromotionsInPrices = promotions.length > 0 && missing === 0
  return {
    currency: paid.total_amount.currency,
    subtotal: paid.subtotal.items.amount,
    shippingAmount: shipping,
    taxAmount: tax,
    discountAmount: money(missing === 0 ? 0 : promised),
    total: paid.total_amount.amount,
    promotionCodes,
    ...(arePromotionsInPrices && { arePromotionsInPrices }),
  }
}
