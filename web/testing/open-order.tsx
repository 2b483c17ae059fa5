import { screen, within } from '@testing-library/react'
import type { CurrentUser } from '#contract/auth.ts'
import { waitingApi } from '#contract/order-row.ts'
import { type OrderDetail, type OrderRow, ordersApi } from '#contract/orders.ts'
import { LinkedOrderDrawer } from '#web/features/orders/orders-page.tsx'
import { renderPiece } from './render-piece.tsx'
import { answer } from './server.ts'

/** Answers an order that is asked for. The badge of the menu comes after: an order's address fits its call too. */
export function answerOrder(order: OrderDetail): void {
  answer(ordersApi.detail, order)
  answer(waitingApi.count, { waiting: 0 })
}

/** By the text of its title: to find it by its role costs a look at everything on the screen, again and again. */
export async function drawerOf(title: string) {
  const drawer = (await screen.findByText(title, { selector: 'h2' })).closest<HTMLElement>('[role="dialog"]')
  if (!drawer) throw new Error(`${title} is the title of no drawer`)
  return within(drawer)
}

type OpenOrderOptions = { user?: CurrentUser; orders?: readonly OrderRow[]; query?: string }

/** Opens the drawer of an order by its link. */
export async function openOrder(
  order: OrderDetail,
  { orders = [order], query = '', ...around }: OpenOrderOptions = {},
) {
  answerOrder(order)
  const path = `/orders?order=${order.id}${query}`
  const user = await renderPiece(<LinkedOrderDrawer orders={orders} />, { path, ...around })
  // Its title is known from the list before the order itself has arrived.
  await screen.findByText('Customer', { selector: 'h3' })
  return user
}
