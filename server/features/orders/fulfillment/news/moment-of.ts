import type { OrderStatus } from '#contract/order-status.ts'
import type { Parcel } from '../../queries/parcels.ts'
import type { ParcelChange } from './keep-packages.ts'

/** When the first parcel left, or the last one arrived; now, where no parcel says so. */
export function transitionTime(status: OrderStatus, parcels: readonly ParcelChange[], now: Date): Date {
  const moments = (of: (parcel: Parcel) => Date | null) => parcels.flatMap(({ after }) => of(after) ?? [])
  const inOrder = (dates: Date[]) => dates.toSorted((a, b) => a.getTime() - b.getTime())
  if (status === 'shipped') return inOrder(moments(({ shippedAt }) => shippedAt)).at(0) ?? now
  if (status === 'delivered') return inOrder(moments(({ deliveredAt }) => deliveredAt)).at(-1) ?? now
  return now
}
