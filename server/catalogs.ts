import contract from '#contract/messages.de.json' with { type: 'json' }
import admin from './features/admin/messages.de.json' with { type: 'json' }
import auth from './features/auth/messages.de.json' with { type: 'json' }
import bulk from './features/bulk/messages.de.json' with { type: 'json' }
import channels from './features/channels/messages.de.json' with { type: 'json' }
import dashboard from './features/dashboard/messages.de.json' with { type: 'json' }
import images from './features/images/messages.de.json' with { type: 'json' }
import jobs from './features/jobs/messages.de.json' with { type: 'json' }
import marketplace from './features/marketplace/messages.de.json' with { type: 'json' }
import notifications from './features/notifications/messages.de.json' with { type: 'json' }
import observe from './features/observe/messages.de.json' with { type: 'json' }
import orderImport from './features/order-import/messages.de.json' with { type: 'json' }
import orders from './features/orders/messages.de.json' with { type: 'json' }
import privacy from './features/privacy/messages.de.json' with { type: 'json' }
import products from './features/products/messages.de.json' with { type: 'json' }
import promotions from './features/promotions/messages.de.json' with { type: 'json' }
import reports from './features/reports/messages.de.json' with { type: 'json' }
import savedViews from './features/saved-views/messages.de.json' with { type: 'json' }
import settings from './features/settings/messages.de.json' with { type: 'json' }
import type { Catalogs } from './platform/http/language.ts'
import server from './messages.de.json' with { type: 'json' }

/** What the server says, in other languages than English. Checks of fields are the contract's. */
export const catalogs: Catalogs = {
  de: {
    ...contract,
    ...server,
    ...admin,
    ...auth,
    ...bulk,
    ...channels,
    ...dashboard,
    ...images,
    ...jobs,
    ...marketplace,
    ...notifications,
    ...observe,
    ...orderImport,
    ...orders,
    ...privacy,
    ...products,
    ...promotions,
    ...reports,
    ...savedViews,
    ...settings,
  },
}
