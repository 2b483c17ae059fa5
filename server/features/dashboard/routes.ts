import { dashboardApi } from '#contract/dashboard.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { listRecentOrders } from './list-recent-orders.ts'
import { readFulfillmentHealth } from './read-fulfillment-health.ts'
import { readMetrics } from './read-metrics.ts'

export function dashboardRoutes(app: App): void {
  serve(app, dashboardApi.metrics, readMetrics)
  serve(app, dashboardApi.fulfillmentHealth, readFulfillmentHealth)
  serve(app, dashboardApi.recentOrders, listRecentOrders)
}
