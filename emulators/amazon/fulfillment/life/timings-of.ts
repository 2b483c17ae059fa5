import type { FulfillmentOrder, FulfillmentSettings, Timings } from '../book.ts'

export const timingsOf = ({ timings }: FulfillmentSettings, order: FulfillmentOrder): Timings => ({
  ...timings,
  ...order.timings,
})
