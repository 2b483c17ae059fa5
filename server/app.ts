import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { adminRoutes } from './features/admin/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import {
  authenticateKey,
  authenticate,
  createSessionCache,
  findClosedKeys,
  handleOfKey,
} from './features/auth/authenticate.ts'
import { readHandleFingerprints } from './features/auth/queries.ts'
import { createKeyUseRecorder } from './features/auth/record-key-use.ts'
import { authRoutes, signInRoutes } from './features/auth/routes.ts'
import { createSessionCookie } from './features/auth/session-cookie.ts'
import { bellRoutes } from './features/bell/routes.ts'
import { bulkRoutes } from './features/bulk/routes.ts'
import { channelsRoutes } from './features/channels/routes.ts'
import { companyProfileRoutes } from './features/company-profile/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { imagesRoutes } from './features/images/routes.ts'
import { inventoryRoutes } from './features/inventory/routes.ts'
import { jobsRoutes } from './features/jobs/routes.ts'
import { marketplaceRoutes } from './features/marketplace/routes.ts'
import { notificationsRoutes } from './features/notifications/routes.ts'
import { observeRoutes } from './features/observe/routes.ts'
import { ordersRoutes } from './features/orders/routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { productsRoutes } from './features/products/routes.ts'
import { quoteRoutes, promotionsRoutes } from './features/promotions/routes.ts'
import { reportsRoutes, schedulesRoutes } from './features/reports/routes.ts'
import { savedViewsRoutes } from './features/saved-views/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { orderImportRoutes } from './features/order-import/order-import.ts'
import { trackingUploadRoutes } from './features/shipments/tracking-upload.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { catalogs } from './catalogs.ts'
import type { Deps } from './platform/context.ts'
import type { EventHub } from './platform/events/event-hub.ts'
import type { App } from './platform/http/app.ts'
import { serveCspReports } from './platform/http/csp-reports.ts'
import { originOf } from './platform/http/endpoints.ts'
import { createHandleGate } from './platform/http/handle-gate.ts'
import { readLanguages } from './platform/http/language.ts'
import { serveEvents } from './platform/http/sse.ts'
import { serveHealth } from './platform/http/health.ts'
import { describeApi } from './platform/http/openapi.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import { createHttpServer } from './platform/http/server.ts'
import { recordRefusals } from './platform/http/refusals.ts'
import { createRefusalLog } from './platform/refusal-log.ts'
import { version } from './version.ts'

/** Builds the whole HTTP side without listening: `serve` listens, tests use `inject`. */
export async function buildApp(deps: Deps, hub: EventHub): Promise<App> {
  const http = await createHttpServer(deps)
  recordRefusals(http, createRefusalLog({ ...deps, findClosedKeys: (handles) => findClosedKeys(deps, handles) }))
  const sessionCookie = createSessionCookie(deps.config)
  readLanguages(http, sessionCookie.name, catalogs)
  const memory = createSessionCache(deps.clock)
  const readFingerprints = () => deps.db.readPlatform(readHandleFingerprints)
  const lookUpHandle = createHandleGate({ http, clock: deps.clock, readFingerprints })
  const app: App = {
    http,
    deps,
    authenticate: async (request, options) => {
      const sid = sessionCookie.read(request)
      return sid ? authenticate({ db: deps.db, clock: deps.clock, cache: memory }, sid, options) : null
    },
    readCachedSession: (request) => {
      const sid = sessionCookie.read(request)
      return sid ? memory.find(sid) : null
    },
    lookUpHandle,
    authenticateKey: createKeyAuthenticator(deps, lookUpHandle),
  }
  await describeApi(http, {
    version,
    sessionCookieName: sessionCookie.name,
    publicUrl: deps.config.PUBLIC_URL,
    isSignedIn: async (request) => (await app.authenticate(request)) !== null,
  })
  serveHealth(http, deps)
  serveCspReports(http, deps.config)
  signInRoutes(app, sessionCookie)
  authRoutes(app)
  featureRoutes(app)
  serveEvents(app, hub)
  await serveWebApp(http, webFolder(), sessionCookie.name)
  return app
}

function featureRoutes(app: App): void {
  adminRoutes(app)
  jobsRoutes(app)
  productsRoutes(app)
  inventoryRoutes(app)
  bulkRoutes(app)
  marketplaceRoutes(app)
  channelsRoutes(app)
  ordersRoutes(app)
  trackingUploadRoutes(app)
  orderImportRoutes(app)
  promotionsRoutes(app)
  quoteRoutes(app)
  savedViewsRoutes(app)
  bellRoutes(app)
  dashboardRoutes(app)
  reportsRoutes(app)
  schedulesRoutes(app)
  searchRoutes(app)
  notificationsRoutes(app)
  observeRoutes(app)
  settingsRoutes(app, version)
  companyProfileRoutes(app)
  imagesRoutes(app)
  auditRoutes(app)
  privacyRoutes(app)
}

/** Finds the holder of a key and records its use, or that it opened nothing. */
function createKeyAuthenticator(deps: Deps, lookUpHandle: App['lookUpHandle']): App['authenticateKey'] {
  const noteKeyUse = createKeyUseRecorder(deps)
  return (key, request, reply) =>
    lookUpHandle(request, reply, handleOfKey(key), async () => {
      const holder = await authenticateKey(deps, key)
      if (holder) await noteKeyUse(holder, originOf(request))
      else request.server.refusals.recordClosedKey(request, handleOfKey(key))
      return holder
    })
}

/** Beside the bundle in production, `dist/web` when run from source. */
function webFolder(): string {
  const beside = join(import.meta.dirname, 'web')
  return existsSync(join(beside, 'index.html')) ? beside : join(dirname(import.meta.dirname), 'dist', 'web')
}
