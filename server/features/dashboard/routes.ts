import { dashboardApi } from '#contract/dashboard.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { listRecentOrders, readFulfillmentHealth, readMetrics } from './read-dashboard.ts'

export function dashboardRoutes(app: App): void {
  serve(app, dashboardApi.metrics, readMetrics)
  serve(app, dashboardApi.fulfillmentHealth, readFulfillmentHealth)
  serve(app, dashboardApi.recentOrders, listRecentOrders)
}
