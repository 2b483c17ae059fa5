import { screen, within } from '@testing-library/react'
import type { CurrentUser } from '#contract/auth.ts'
import { orderAssignmentsApi } from '#contract/order-assignments.ts'
import { waitingApi } from '#contract/order-row.ts'
import { type OrderDetail, type OrderRow, ordersApi } from '#contract/orders.ts'
import { reportSchedulesApi } from '#contract/report-schedules.ts'
import { type Report, reportsApi } from '#contract/reports.ts'
import { LinkedOrderDrawer } from '#web/features/orders/orders-page.tsx'
import { ReportsPage } from '#web/features/reports/reports-page.tsx'
import { renderPiece } from './render.tsx'
import { answer } from './server.ts'

/**
 * Answers the detail of an order. The menu's count is answered after it, because the path of an order matches that call
 * too and the latest answer wins.
 */
export function answerOrder(order: OrderDetail): void {
  answer(ordersApi.detail, order)
  answer(waitingApi.count, { waiting: 0 })
  // Asked by the dialog of a note, for mentions.
  answer(orderAssignmentsApi.people, [])
}

/** Finds a drawer by the text of its title: a query by role walks the whole accessibility tree and is slow. */
export async function drawerOf(title: string) {
  const drawer = (await screen.findByText(title, { selector: 'h2' })).closest<HTMLElement>('[role="dialog"]')
  if (!drawer) throw new Error(`${title} is the title of no drawer`)
  return within(drawer)
}

type OpenOrderOptions = { user?: CurrentUser; orders?: readonly OrderRow[]; query?: string }

/** Renders the drawer of an order, opened by the URL. */
export async function openOrder(
  order: OrderDetail,
  { orders = [order], query = '', ...options }: OpenOrderOptions = {},
) {
  answerOrder(order)
  const path = `/orders?order=${order.id}${query}`
  const user = await renderPiece(<LinkedOrderDrawer orders={orders} />, { path, ...options })
  // The title comes from the list row, before the order itself is loaded.
  await screen.findByText('Customer', { selector: 'h3' })
  return user
}

/** Range of the built reports as URL parameters. */
export const twoDays = 'startDate=2026-10-01&endDate=2026-10-02'

/** Renders the reports page with a report and waits for it. Returns the user-event instance. */
export async function openReport(report: Report, query = `type=${report.type}&${twoDays}`) {
  answer(reportSchedulesApi.list, [])
  answer(reportsApi.read, report)
  const user = await renderPiece(<ReportsPage />, { path: `/reports?${query}` })
  await screen.findByRole('heading', { level: 2, name: /Oct 1 – 2, 2026$/ })
  return user
}
