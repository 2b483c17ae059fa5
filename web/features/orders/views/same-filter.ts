import type { OrderFilter } from '#contract/orders.ts'

export const isSameFilter = (one: OrderFilter, other: OrderFilter): boolean =>
  one.search === other.search &&
  one.status === other.status &&
  one.channelId === other.channelId &&
  one.flag === other.flag
