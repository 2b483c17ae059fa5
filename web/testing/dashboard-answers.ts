import { type ChannelRow, channelsApi } from '#contract/channels.ts'
import { dashboardApi, type DashboardMetrics, type FulfillmentHealth } from '#contract/dashboard.ts'
import { type InventoryAlert, inventoryApi } from '#contract/inventory.ts'
import { jobsApi } from '#contract/jobs.ts'
import { answerAmazon } from './amazon-answers.ts'
import { answer } from './server.ts'

export function buildMetrics(overrides: Partial<DashboardMetrics> = {}): DashboardMetrics {
  return {
    todayOrders: 0,
    todayRevenue: '0.00',
    lowStockCount: 0,
    failedJobsCount: 0,
    currency: 'USD',
    today: '2026-03-02',
    before: { orders: 0, revenue: '0.00', lowStock: 0 },
    firstSteps: null,
    ...overrides,
  }
}

export function buildHealth(overrides: Partial<FulfillmentHealth> = {}): FulfillmentHealth {
  return { state: 'healthy', detail: 'Amazon answers.', lastAnswerAt: null, waiting: 0, ...overrides }
}

type DashboardAnswers = {
  metrics?: Partial<DashboardMetrics>
  health?: Partial<FulfillmentHealth>
  channels?: ChannelRow[]
  alerts?: InventoryAlert[]
  alertCount?: number
}

/** Answers all that the dashboard asks for; nothing happens in the company unless the test says so. */
export function answerDashboard(answers: DashboardAnswers = {}): void {
  const { metrics, health, channels = [], alerts = [], alertCount = alerts.length } = answers
  answer(dashboardApi.metrics, buildMetrics(metrics))
  answer(dashboardApi.fulfillmentHealth, buildHealth(health))
  answer(dashboardApi.recentOrders, [])
  answer(channelsApi.list, channels, { total: channels.length })
  answer(inventoryApi.alerts, alerts, { total: alertCount })
  answer(jobsApi.status, { failed: 0, waiting: 0, active: 0, completed: 0, delayed: 0 })
  answer(jobsApi.list, [])
  answerAmazon()
}
