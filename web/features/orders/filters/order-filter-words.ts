import { type OrderFilter, type OrderFlag, orderFlags } from '#contract/orders.ts'
import { orderStatuses } from '#contract/order-status.ts'
import { orderStatusLabels } from '#web/shared/orders/order-words.ts'

const orderFlagLabels: Record<OrderFlag, string> = {
  attention: 'Needs attention',
  held: 'On hold',
  partial: 'Partial',
}

/** Stands for no choice in a select, which can't have an empty value. */
export const anyChoice = 'all'

export const statusOptions = [
  { value: anyChoice, label: 'All Statuses' },
  ...orderStatuses.map((status) => ({ value: status, label: orderStatusLabels[status] })),
]

export const flagOptions = [
  { value: anyChoice, label: 'All Flags' },
  ...orderFlags.map((flag) => ({ value: flag, label: orderFlagLabels[flag] })),
]

/** Such as “ana” and the status Placed; empty where every order is shown. */
export function describeFilter(
  { search, status, channelId, flag }: OrderFilter,
  channelName: string | undefined,
): string {
  const parts = [
    search && `“${search}”`,
    status && `the status ${orderStatusLabels[status]}`,
    channelId && `the channel ${channelName ?? 'chosen'}`,
    flag && `the flag ${orderFlagLabels[flag]}`,
  ]
  return parts.filter(Boolean).join(' and ')
}
