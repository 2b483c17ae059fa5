import { channelsApi } from '#contract/channels.ts'
import { type OrderRow, ordersApi } from '#contract/orders.ts'
import { type SavedView, savedViewsApi } from '#contract/saved-views.ts'
import { buildChannel } from './channel-builders.ts'
import { answer } from './server.ts'

type OrdersScreen = { rows: OrderRow[]; total?: number; next?: string; views?: SavedView[] }

export const harborShop = buildChannel({ name: 'Harbor Shop' })

/** Answers what the orders screen asks; the list that comes back fills with the questions for orders. */
export function answerOrders({ rows, total = rows.length, next, views = [] }: OrdersScreen) {
  answer(channelsApi.list, [harborShop], { total: 1 })
  answer(savedViewsApi.list, views)
  return answer(ordersApi.list, rows, { total, ...(next && { next }) })
}
