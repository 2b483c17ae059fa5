import { catalogOperations } from './catalog/operations.ts'
import { feedsOperations } from './feeds/operations.ts'
import { fulfillmentOperations } from './fulfillment/operations.ts'
import { inventoryOperations } from './inventory/operations.ts'
import { listingsOperations } from './listings/operations.ts'
import { notificationsOperations } from './notifications/operations.ts'
import type { Operation } from './operation.ts'
import { productTypesOperations } from './product-types/operations.ts'
import { reportsOperations } from './reports/operations.ts'
import { sellersOperations } from './sellers/operations.ts'
import { solicitationsOperations } from './solicitations/operations.ts'
import { tokensOperations } from './tokens/operations.ts'
import { vendorOperations } from './vendor/operations.ts'

/** All operations that need a seller's or the application's token. */
export const operations: readonly Operation[] = [
  ...sellersOperations,
  ...inventoryOperations,
  ...catalogOperations,
  ...listingsOperations,
  ...productTypesOperations,
  ...feedsOperations,
  ...reportsOperations,
  ...fulfillmentOperations,
  ...solicitationsOperations,
  ...notificationsOperations,
  ...tokensOperations,
  ...vendorOperations,
]
