import { screen, within } from '@testing-library/react'
import type { CurrentUser } from '#contract/auth.ts'
import { waitingApi } from '#contract/order-row.ts'
import { type OrderDetail, type OrderRow, ordersApi } from '#contract/orders.ts'
import { reportSchedulesApi } from '#contract/report-schedules.ts'
import { type Report, reportsApi } from '#contract/reports.ts'
import { LinkedOrderDrawer } from '#web/features/orders/orders-page.tsx'
import { ReportsPage } from '#web/features/reports/reports-page.tsx'
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

/** The days of the reports that are built, as they stand in the URL. */
export const twoDays = 'startDate=2026-10-01&endDate=2026-10-02'

/** Opens the reports screen on a report and waits until it is there. Returns the hands to act with. */
export async function openReport(report: Report, query = `type=${report.type}&${twoDays}`) {
  answer(reportSchedulesApi.list, [])
  answer(reportsApi.read, report)
  const user = await renderPiece(<ReportsPage />, { path: `/reports?${query}` })
  await screen.findByRole('heading', { level: 2, name: /Oct 1 – 2, 2026$/ })
  return user
}
