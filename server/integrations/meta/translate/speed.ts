import type { ShippingSpeed } from '#contract/order-status.ts'
import type { Order } from '../wire.ts'

/** Meta's own three names come first; a shop may also word its options itself, and then the days tell. */
export function toSpeed(option: Order['selected_shipping_option']): ShippingSpeed | null {
  const name = option?.name?.toLowerCase() ?? ''
  if (/\brush\b|overnight|next.?day|one.?day|priority/.test(name)) return 'priority'
  if (/expedited|express|two.?day|2.?day/.test(name)) return 'expedited'
  if (/standard|economy/.test(name)) return 'standard'
  const days = option?.estimated_shipping_time?.max_days
  if (days === null || days === undefined) return null
  if (days <= 2) return 'priority'
  return days <= 4 ? 'expedited' : 'standard'
}
