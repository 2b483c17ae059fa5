import { attentionApi, type AttentionRow } from '#contract/attention.ts'
import { channelConnectApi } from '#contract/channel-connect.ts'
import { type ChannelDetail, type ChannelRow, channelsApi } from '#contract/channels.ts'
import { dashboardApi, type DashboardMetrics, type FulfillmentHealth, type TodaysWork } from '#contract/dashboard.ts'
import {
  type InventoryAlert,
  inventoryApi,
  type StockDetail,
  type StockHistory,
  type StockMovement,
} from '#contract/inventory.ts'
import { jobsApi } from '#contract/jobs.ts'
import { type AmazonAccount, type AmazonStatus, marketplaceApi, type SyncRun } from '#contract/marketplace.ts'
import { orderAssignmentsApi, type OrderPerson } from '#contract/order-assignments.ts'
import { type OrderTag, orderTagsApi } from '#contract/order-tags.ts'
import { type OrderRow, ordersApi } from '#contract/orders.ts'
import {
  type PromotionDetail,
  type PromotionRow,
  promotionsApi,
  type PromotionUsage,
  type Redemption,
} from '#contract/promotions.ts'
import { type SavedView, savedViewsApi } from '#contract/saved-views.ts'
import { twoWayApi } from '#contract/two-way.ts'
import { notConnected } from './amazon-builders.ts'
import { buildChannel, buildChannelHealth, channelSecrets } from './channel-builders.ts'
import { buildUsage } from './promotion-builders.ts'
import { answer } from './server.ts'

export function buildMetrics(overrides: Partial<DashboardMetrics> = {}): DashboardMetrics {
  return {
    todayOrders: 0,
    todayRevenue: '0.00',
    otherRevenue: [],
    lowStockCount: 0,
    failedJobsCount: 0,
    currency: 'USD',
    today: '2026-03-02',
    before: { orders: 0, revenue: '0.00', lowStock: 0 },
    hasFirstSteps: false,
    ...overrides,
  }
}

const nothingWaits = { count: 0, oldestAt: null }

function buildTodaysWork(overrides: Partial<TodaysWork> = {}): TodaysWork {
  return { toShip: nothingWaits, attention: nothingWaits, toReorder: nothingWaits, failed: nothingWaits, ...overrides }
}

export function buildHealth(overrides: Partial<FulfillmentHealth> = {}): FulfillmentHealth {
  return { state: 'healthy', detail: 'Amazon answers.', lastAnswerAt: null, waiting: 0, ...overrides }
}

type DashboardAnswers = {
  metrics?: Partial<DashboardMetrics>
  today?: Partial<TodaysWork>
  /** The oldest problems. */
  attention?: AttentionRow[]
  health?: Partial<FulfillmentHealth>
  channels?: ChannelRow[]
  alerts?: InventoryAlert[]
  alertCount?: number
}

/** Answers every request of the dashboard; by default for an empty company. */
export function answerDashboard(answers: DashboardAnswers = {}): void {
  const { metrics, today, attention = [], health, channels = [], alerts = [], alertCount = alerts.length } = answers
  answer(dashboardApi.metrics, buildMetrics(metrics))
  answer(dashboardApi.today, buildTodaysWork(today))
  answer(attentionApi.list, attention, { total: attention.length })
  answer(dashboardApi.fulfillmentHealth, buildHealth(health))
  answer(dashboardApi.recentOrders, [])
  answer(channelsApi.list, channels, { total: channels.length })
  answer(inventoryApi.alerts, alerts, { total: alertCount })
  answer(jobsApi.status, { failed: 0, waiting: 0, active: 0, completed: 0, delayed: 0 })
  answer(jobsApi.list, [])
  answerAmazon()
}

type OrdersScreen = {
  rows: OrderRow[]
  total?: number
  next?: string
  views?: SavedView[]
  tags?: OrderTag[]
  people?: OrderPerson[]
}

export const harborShop = buildChannel({ name: 'Harbor Shop' })

/** Answers the requests of the orders screen. The returned array collects the inputs of the list calls. */
export function answerOrders({ rows, total = rows.length, next, views = [], tags = [], people = [] }: OrdersScreen) {
  answer(channelsApi.list, [harborShop], { total: 1 })
  answer(savedViewsApi.list, views)
  answer(orderTagsApi.list, tags)
  answer(orderAssignmentsApi.people, people)
  return answer(ordersApi.list, rows, { total, ...(next && { next }) })
}

type DrawerAnswers = { history?: StockHistory; movements?: StockMovement[] }

/** Answers the requests of the inventory screen with this SKU's drawer open. */
export function answerStock(detail: StockDetail, { history = [], movements = [] }: DrawerAnswers = {}): void {
  answer(inventoryApi.list, [detail], { total: 1 })
  answer(inventoryApi.history, history)
  answer(inventoryApi.movements, movements, { total: movements.length })
  answer(inventoryApi.detail, detail)
  answerFigures()
  answerAmazon()
}

/** Call it after any answer about a SKU: the path of a SKU matches these calls too, and the latest answer wins. */
export function answerFigures(): void {
  answer(inventoryApi.summary, { totalSkus: 1, lowStock: 0, outOfStock: 0, totalUnits: 120, lowStockThreshold: 10 })
  answer(inventoryApi.alerts, [], { total: 0 })
}

/** Answers the requests of the channels screen; `detail` is the channel whose drawer is open. */
export function answerChannels({ rows, detail }: { rows?: ChannelRow[]; detail?: ChannelDetail }): void {
  const list = rows ?? (detail ? [detail] : [])
  answer(channelsApi.list, list, { total: list.length })
  if (detail) answer(channelsApi.detail, detail)
  answer(channelConnectApi.health, buildChannelHealth())
  answer(attentionApi.list, [], { total: 0 })
}

/** Answers requests to reveal secrets. The returned array collects their inputs. */
export const answerReveal = () => answer(channelsApi.reveal, ({ secret }) => ({ value: channelSecrets[secret] }))

type PromotionsScreen = {
  rows?: PromotionRow[]
  /** The promotion whose drawer or form is open. */
  detail?: PromotionDetail
  usage?: PromotionUsage
  redemptions?: Redemption[]
}

/** Answers the requests of the promotions screen. The returned array collects the inputs of the list calls. */
export function answerPromotions({ rows, detail, usage = buildUsage(), redemptions = [] }: PromotionsScreen) {
  const list = rows ?? (detail ? [detail] : [])
  answer(channelsApi.list, [harborShop], { total: 1 })
  answer(promotionsApi.redemptions, redemptions, { total: redemptions.length })
  if (detail) answer(promotionsApi.detail, detail)
  answerUsage(usage)
  return answer(promotionsApi.list, list, { total: list.length })
}

/** Call it after any answer about a promotion: the path of a promotion matches this call too. */
export const answerUsage = (usage: PromotionUsage) => answer(promotionsApi.usage, usage)

type AmazonAnswers = { status?: AmazonStatus; accounts?: AmazonAccount[]; runs?: SyncRun[] }

/** Answers every request about Amazon that screens make; by default no account is connected. */
export function answerAmazon({ status = notConnected, accounts = [], runs = [] }: AmazonAnswers = {}): void {
  answer(marketplaceApi.status, status)
  answer(marketplaceApi.accounts, accounts)
  answer(marketplaceApi.syncRuns, runs, { total: runs.length })
  answer(marketplaceApi.drift, null)
  answer(twoWayApi.changes, [], { total: 0 })
  answer(marketplaceApi.setupInfo, {
    setupInstructions: 'Connect your seller account.',
    missingCredentials: ['Seller ID', 'Amazon authorization'],
    helpText: 'Only the account’s owner can authorize it.',
  })
}
