import type { OrderDetail } from '#contract/orders.ts'
import { formatNumber } from '#web/lib/figures.ts'

type Units = readonly { orderItemId: string; quantity: number }[]

/** Such as "2 × HP-1001, 1 × HP-1002". */
export function unitsText({ items }: OrderDetail, units: Units): string {
  return units
    .map(({ orderItemId, quantity }) => {
      const sku = items.find(({ id }) => id === orderItemId)?.sku ?? 'a line that is gone'
      return `${formatNumber(quantity)} × ${sku}`
    })
    .join(', ')
}
