import { dashboardApi } from '#contract/dashboard.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/register.ts'
import { listRecentOrders } from './list-recent-orders.ts'

export function dashboardRoutes(app: App): void {
  serve(app, dashboardApi.recentOrders, listRecentOrders)
}
