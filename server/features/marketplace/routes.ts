import { marketplaceApi } from '#contract/marketplace.ts'
import { twoWayApi } from '#contract/two-way.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { callbackRoute } from './connect/callback-route.ts'
import { disconnectAccount } from './connect/disconnect-account.ts'
import { initiateConnection } from './connect/initiate-connection.ts'
import { listAccounts } from './connect/list-accounts.ts'
import { readIntegration } from './connect/read-integration.ts'
import { readSetupInfo } from './connect/read-setup-info.ts'
import { readStatus } from './connect/read-status.ts'
import { saveIntegration } from './connect/save-integration.ts'
import { testConnection } from './connect/test-connection.ts'
import { listDifferences } from './sync/list-differences.ts'
import { listRuns } from './sync/list-runs.ts'
import { readDrift } from './sync/read-drift.ts'
import { syncAllAccounts } from './sync/sync-all-accounts.ts'
import { listChanges } from './two-way/list-changes.ts'
import { listListings } from './two-way/list-listings.ts'
import { previewTwoWay } from './two-way/preview-two-way.ts'
import { readTwoWayRun } from './two-way/read-two-way-run.ts'
import { syncTwoWay } from './two-way/sync-two-way.ts'

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
