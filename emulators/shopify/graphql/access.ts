import { Kind, type OperationDefinitionNode } from 'graphql'

/** The scope that each field of the root needs. */
const scopes: Readonly<Record<string, string>> = {
  orders: 'read_orders',
  order: 'read_orders',
  ordersCount: 'read_orders',
  fulfillmentOrder: 'read_merchant_managed_fulfillment_orders',
  fulfillmentCreate: 'write_merchant_managed_fulfillment_orders',
  fulfillmentTrackingInfoUpdate: 'write_merchant_managed_fulfillment_orders',
  fulfillmentEventCreate: 'write_merchant_managed_fulfillment_orders',
  orderCancel: 'write_orders',
  productVariants: 'read_products',
  productsCount: 'read_products',
  productVariantsBulkUpdate: 'write_products',
  locations: 'read_locations',
  nodes: 'read_inventory',
  inventorySetQuantities: 'write_inventory',
  inventoryActivate: 'write_inventory',
}

/** The first field that the app may not use. Whoever may write may read. */
export function missingScope(
  { selectionSet }: OperationDefinitionNode,
  granted: readonly string[],
): { field: string; scope: string } | null {
  for (const selection of selectionSet.selections) {
    const field = selection.kind === Kind.FIELD ? selection.name.value : ''
    const scope = scopes[field]
    if (scope && !granted.includes(scope) && !granted.includes(scope.replace(/^read_/, 'write_')))
      return { field, scope }
  }
  return null
}
