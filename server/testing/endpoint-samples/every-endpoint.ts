import { eq } from 'drizzle-orm'
import { adminApi } from '#contract/admin.ts'
import { apiKeysApi } from '#contract/api-keys.ts'
import { attentionApi } from '#contract/attention.ts'
import { auditApi } from '#contract/audit.ts'
import { authApi } from '#contract/auth.ts'
import { bellApi } from '#contract/bell.ts'
import { bulkApi } from '#contract/bulk.ts'
import { channelConnectApi } from '#contract/channel-connect.ts'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import { channelItemsApi } from '#contract/channel-items.ts'
import { channelListingsApi } from '#contract/channel-listings.ts'
import { channelsApi } from '#contract/channels.ts'
import { companyProfileApi } from '#contract/company-profile.ts'
import { customersApi } from '#contract/customers.ts'
import { dashboardApi } from '#contract/dashboard.ts'
import { firstStepsApi } from '#contract/first-steps.ts'
import { type Endpoint, searchCall } from '#contract/endpoint.ts'
import { fulfillmentApi } from '#contract/fulfillment.ts'
import { imagesApi } from '#contract/images.ts'
import { inventoryApi } from '#contract/inventory.ts'
import { jobsApi } from '#contract/jobs.ts'
import { manualOrdersApi } from '#contract/manual-orders.ts'
import { marketplaceApi } from '#contract/marketplace.ts'
import { notificationsApi } from '#contract/notifications.ts'
import { observeApi } from '#contract/observe.ts'
import { orderBatchesApi } from '#contract/order-batches.ts'
import { waitingApi } from '#contract/order-row.ts'
import { orderAssignmentsApi } from '#contract/order-assignments.ts'
import { orderTagsApi } from '#contract/order-tags.ts'
import { orderImportApi } from '#contract/order-import.ts'
import { ordersApi } from '#contract/orders.ts'
import { privacyApi } from '#contract/privacy.ts'
import { productsApi } from '#contract/products.ts'
import { promotionsApi } from '#contract/promotions.ts'
import { reportSchedulesApi } from '#contract/report-schedules.ts'
import { reportsApi } from '#contract/reports.ts'
import { savedViewsApi } from '#contract/saved-views.ts'
import { searchApi } from '#contract/search.ts'
import { settingsApi } from '#contract/settings.ts'
import { twoWayApi } from '#contract/two-way.ts'
import type { Deps } from '#server/platform/context.ts'
import { sessions } from '#server/platform/db/schema/companies.ts'
import { openSession } from '../app.ts'
import { buildUser } from '../builders.ts'
import {
  catalogueSamples,
  channelSamples,
  marketplaceSamples,
  twoWaySamples,
  connectSamples,
} from './catalogue-samples.ts'
import { buildFailedJob } from '../test-jobs.ts'
import { notificationSamples, reportSamples, settingsSamples } from './settings-samples.ts'
import { orderSamples, privacySamples, promotionSamples } from './order-samples.ts'

/** Every API for signed-in people. */
const apis = {
  auth: authApi,
  admin: adminApi,
  jobs: jobsApi,
  products: productsApi,
  inventory: inventoryApi,
  bulk: bulkApi,
  marketplace: marketplaceApi,
  twoWay: twoWayApi,
  channels: channelsApi,
  channelConnect: channelConnectApi,
  channelItems: channelItemsApi,
  channelListings: channelListingsApi,
  channelDeliveries: channelDeliveriesApi,
  orders: ordersApi,
  waiting: waitingApi,
  fulfillment: fulfillmentApi,
  manualOrders: manualOrdersApi,
  customers: customersApi,
  orderImport: orderImportApi,
  orderBatches: orderBatchesApi,
  orderTags: orderTagsApi,
  orderAssignments: orderAssignmentsApi,
  bell: bellApi,
  savedViews: savedViewsApi,
  dashboard: dashboardApi,
  companyProfile: companyProfileApi,
  images: imagesApi,
  firstSteps: firstStepsApi,
  attention: attentionApi,
  promotions: promotionsApi,
  notifications: notificationsApi,
  observe: observeApi,
  settings: settingsApi,
  apiKeys: apiKeysApi,
  audit: auditApi,
  privacy: privacyApi,
  reports: reportsApi,
  reportSchedules: reportSchedulesApi,
  search: searchApi,
}

/** A valid input of an endpoint, and ids of another company where it takes ids. */
export type Sample = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  file?: Buffer
  foreign?: Record<string, string>
}

export type Samples = { [A in keyof typeof apis]: { [E in keyof (typeof apis)[A]]: Sample } }

type Parties = { companyId: string; otherCompanyId: string; viewerId: string; readerId?: string }

/** Builds the data of a sample call for each endpoint. `viewerId` owns the saved views, `readerId` the session that is ended. */
export async function buildSamples(
  deps: Deps,
  { companyId, otherCompanyId, viewerId, readerId = viewerId }: Parties,
  newcomer = 'new@example.com',
): Promise<Samples> {
  const own = await buildFailedJob(deps, companyId)
  const foreign = await buildFailedJob(deps, otherCompanyId)
  const colleague = await buildUser(deps.db, { companyId, role: 'readonly' })
  const leaver = await buildUser(deps.db, { companyId, role: 'readonly' })
  const sessionId = await buildSession(deps, readerId)
  const foreignSession = { sessionId: await buildSession(deps, colleague.id) }
  const person = { email: newcomer, firstName: 'New', lastName: 'Person', role: 'ops', companyId }
  return {
    auth: {
      currentUser: {},
      switchCompany: { body: { companyId } },
      setLanguage: { body: { language: 'de' } },
      recentSignIn: {},
      sessions: {},
      endSession: { params: { sessionId }, foreign: foreignSession },
      endOtherSessions: {},
    },
    admin: {
      companies: {},
      createCompany: { body: { name: 'New', email: newcomer } },
      updateCompany: { params: { companyId: otherCompanyId }, body: { isActive: true } },
      quota: { params: { companyId: otherCompanyId } },
      saveQuota: {
        params: { companyId: otherCompanyId },
        body: { dailyTexts: 500, dailyMails: 5_000, textCountries: ['US', 'CA'] },
      },
      users: {},
      createUser: { body: person },
      updateUser: { params: { userId: colleague.id }, body: { role: 'readonly' } },
      removeUser: { params: { userId: leaver.id } },
      resetSignIn: { params: { userId: colleague.id } },
      endSessions: { params: { userId: colleague.id } },
    },
    jobs: { status: {}, list: {}, retry: { params: { jobId: own }, foreign: { jobId: foreign } } },
    ...(await catalogueSamples(deps, companyId, otherCompanyId)),
    marketplace: await marketplaceSamples(deps, companyId, otherCompanyId),
    twoWay: await twoWaySamples(deps, companyId, otherCompanyId),
    ...(await channelSamples(deps, companyId, otherCompanyId)),
    channelConnect: await connectSamples(deps, companyId, otherCompanyId),
    ...(await orderSamples(deps, companyId, otherCompanyId, viewerId)),
    ...(await promotionSamples(deps, companyId, otherCompanyId)),
    ...(await notificationSamples(deps, companyId, otherCompanyId)),
    ...(await settingsSamples(deps, companyId, otherCompanyId, `colleague.${newcomer}`)),
    ...(await privacySamples(deps, companyId, otherCompanyId)),
    ...(await reportSamples(deps, companyId, otherCompanyId)),
  }
}

/** Another session of a person, by its public id. */
async function buildSession(deps: Deps, userId: string): Promise<string> {
  const { sid } = await openSession(deps, userId)
  const [found] = await deps.db.onPlatform((tx) =>
    tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.sid, sid)),
  )
  return found?.id ?? ''
}

type EndpointSample = { endpoint: Endpoint; sampleIn: (samples: Samples) => Sample }

/** Each endpoint with its sample, and its call by POST where it has one. */
export const everyEndpoint: readonly EndpointSample[] = Object.entries(apis).flatMap(([api, group]) =>
  Object.entries(group).flatMap(([name, endpoint]: [string, Endpoint]) => {
    const sampleIn = (samples: Samples) => (samples as Record<string, Record<string, Sample>>)[api]?.[name] ?? {}
    const search = searchCall(endpoint)
    const inBody = ({ query = {}, ...sample }: Sample): Sample => ({ ...sample, body: query })
    return [
      { endpoint, sampleIn },
      ...(search ? [{ endpoint: search, sampleIn: (samples: Samples) => inBody(sampleIn(samples)) }] : []),
    ]
  }),
)
