import { privacyApi } from '#contract/privacy.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveDownload } from '#server/platform/http/files.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { eraseCustomer } from './erase-customer.ts'
import { exportCustomer, findCustomers } from './customer-data.ts'

export function privacyRoutes(app: App): void {
  serve(app, privacyApi.find, findCustomers)
  serveDownload(app, privacyApi.export, exportCustomer)
  serve(app, privacyApi.erase, eraseCustomer)
}
