import {
  changedOrders,
  connection,
  grantedScopes,
  moreLines,
  moreWorkOrderLines,
  newestAddress,
  oneOrder,
  orderVersion,
  workOrderLine,
  workOrderVersion,
} from './order-documents.ts'

const variants = /* GraphQL */ `
  query Variants($after: String, $locationId: ID!) {
    productVariants(first: 250, after: $after, sortKey: ID) {
      nodes {
        id
        legacyResourceId
        title
        sku
        barcode
        price
        requiresComponents
        image {
          url
        }
        product {
          id
          title
          status
          featuredMedia {
            preview {
              image {
                url
              }
            }
          }
        }
        inventoryItem {
          id
          tracked
          requiresShipping
          inventoryLevel(locationId: $locationId) {
            quantities(names: ["available"]) {
              name
              quantity
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    shop {
      currencyCode
    }
  }
`

const levels = /* GraphQL */ `
  query Levels($ids: [ID!]!, $locationId: ID!) {
    nodes(ids: $ids) {
      ... on InventoryItem {
        id
        tracked
        inventoryLevel(locationId: $locationId) {
          isActive
          quantities(names: ["available"]) {
            name
            quantity
          }
        }
      }
    }
  }
`

const setAvailable = /* GraphQL */ `
  mutation SetAvailable($input: InventorySetQuantitiesInput!, $key: String!) {
    inventorySetQuantities(input: $input) @idempotent(key: $key) {
      inventoryAdjustmentGroup {
        id
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`

const stockAt = /* GraphQL */ `
  mutation StockAt($inventoryItemId: ID!, $locationId: ID!, $key: String!) {
    inventoryActivate(inventoryItemId: $inventoryItemId, locationId: $locationId) @idempotent(key: $key) {
      inventoryLevel {
        isActive
      }
      userErrors {
        field
        message
      }
    }
  }
`

const setPrices = /* GraphQL */ `
  mutation SetPrices($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: true) {
      productVariants {
        id
        price
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`

const shopCurrency = /* GraphQL */ `
  query ShopCurrency {
    shop {
      currencyCode
    }
  }
`

/** What is left to ship of an order, and what was told before. */
const fulfillmentState = /* GraphQL */ `
  query FulfillmentState($id: ID!) {
    order(id: $id) {
      cancelledAt
      fulfillments(first: 50) {
        id
        status
        trackingInfo(first: 10) {
          company
          number
          url
        }
        deliveredAt
      }
      fulfillmentOrders(first: 20) {
        nodes {
          id
          status
          assignedLocation {
            location {
              id
            }
          }
          supportedActions {
            action
          }
          lineItems(first: 100) {
            nodes {
              ...WorkOrderLine
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      }
    }
  }
  ${workOrderLine}
`

const ship = /* GraphQL */ `
  mutation Ship($fulfillment: FulfillmentInput!) {
    fulfillmentCreate(fulfillment: $fulfillment) {
      fulfillment {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`

const correctTracking = /* GraphQL */ `
  mutation CorrectTracking($fulfillmentId: ID!, $tracking: FulfillmentTrackingInput!) {
    fulfillmentTrackingInfoUpdate(fulfillmentId: $fulfillmentId, trackingInfoInput: $tracking, notifyCustomer: true) {
      fulfillment {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`

const delivered = /* GraphQL */ `
  mutation Delivered($event: FulfillmentEventInput!) {
    fulfillmentEventCreate(fulfillmentEvent: $event) {
      fulfillmentEvent {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`

/** Nothing is refunded: a refund is the seller's money, and the seller's own decision. */
const cancelOrder = /* GraphQL */ `
  mutation CancelOrder($orderId: ID!, $reason: OrderCancelReason!, $note: String) {
    orderCancel(orderId: $orderId, reason: $reason, restock: false, notifyCustomer: true, staffNote: $note) {
      job {
        id
        done
      }
      orderCancelUserErrors {
        code
        field
        message
      }
    }
  }
`

const cancelledAt = /* GraphQL */ `
  query CancelledAt($id: ID!) {
    order(id: $id) {
      cancelledAt
    }
  }
`

const subscriptions = /* GraphQL */ `
  query Subscriptions($after: String) {
    webhookSubscriptions(first: 100, after: $after) {
      nodes {
        id
        topic
        uri
        format
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`

const subscribe = /* GraphQL */ `
  mutation Subscribe($topic: WebhookSubscriptionTopic!, $webhook: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhook) {
      webhookSubscription {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`

const unsubscribe = /* GraphQL */ `
  mutation Unsubscribe($id: ID!) {
    webhookSubscriptionDelete(id: $id) {
      deletedWebhookSubscriptionId
      userErrors {
        field
        message
      }
    }
  }
`

/**
 * Everything that Lockstep asks of Shopify's Admin API. Each document is valid in the version that is asked and in the one before or after
 * it (`documents.test.ts`); the stand-in refuses any that is not.
 */

export const documents = {
  connection,
  grantedScopes,
  newestAddress,
  changedOrders,
  oneOrder,
  orderVersion,
  workOrderVersion,
  moreLines,
  moreWorkOrderLines,
  variants,
  levels,
  setAvailable,
  stockAt,
  setPrices,
  shopCurrency,
  fulfillmentState,
  ship,
  correctTracking,
  delivered,
  cancelOrder,
  cancelledAt,
  subscriptions,
  subscribe,
  unsubscribe,
}

export type DocumentName = keyof typeof documents
