import { marketplaceApi } from '#contract/marketplace.ts'
import { twoWayApi } from '#contract/two-way.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { callbackRoute } from './connect/oauth-callback.ts'
import { disconnectAccount, listAccounts } from './connect/accounts.ts'
import { initiateConnection } from './connect/oauth-start.ts'
import { readIntegration, saveIntegration } from './connect/integration.ts'
import { readSetupInfo, readStatus } from './connect/status.ts'
import { testConnection } from './connect/test-connection.ts'
import { listDifferences, readDrift } from './sync/drift.ts'
import { listRuns } from './sync/list-runs.ts'
import { syncAllAccounts } from './sync/request-sync.ts'
import { listChanges, readTwoWayRun } from './two-way/list-changes.ts'
import { listListings } from './two-way/list-listings.ts'
import { previewTwoWay, syncTwoWay } from './two-way/two-way-sync.ts'

export function marketplaceRoutes(app: App): void {
  serve(app, marketplaceApi.integration, readIntegration)
  serve(app, marketplaceApi.saveIntegration, saveIntegration)
  serve(app, marketplaceApi.status, readStatus)
  serve(app, marketplaceApi.setupInfo, readSetupInfo)
  serve(app, marketplaceApi.test, testConnection)
  serve(app, marketplaceApi.accounts, listAccounts)
  serve(app, marketplaceApi.initiate, initiateConnection)
  serve(app, marketplaceApi.disconnect, disconnectAccount)
  serve(app, marketplaceApi.syncInventory, syncAllAccounts)
  serve(app, marketplaceApi.syncRuns, listRuns)
  serve(app, marketplaceApi.drift, readDrift)
  serve(app, marketplaceApi.differences, listDifferences)
  serve(app, twoWayApi.sync, syncTwoWay)
  serve(app, twoWayApi.preview, previewTwoWay)
  serve(app, twoWayApi.run, readTwoWayRun)
  serve(app, twoWayApi.changes, listChanges)
  serve(app, twoWayApi.listings, listListings)
  callbackRoute(app)
}
