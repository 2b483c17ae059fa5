import type { ApiKeyScope } from '#contract/roles.ts'

export const scopeLabels: Record<ApiKeyScope, { label: string; hint: string }> = {
  'orders.read': { label: 'Read orders', hint: 'Status, lines and tracking, without customers’ data' },
  'orders.write': { label: 'Hand over orders', hint: 'Programs place orders, which Lockstep then ships' },
  'inventory.read': { label: 'Read stock', hint: 'How many of each SKU may be sold now' },
  'promotions.quote': { label: 'Price carts', hint: 'Codes and automatic discounts applied to a cart' },
}
