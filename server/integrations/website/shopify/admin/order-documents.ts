/** What Lockstep reads of a shop and its orders. */

const money = /* GraphQL */ `
  fragment Money on MoneyBag {
    shopMoney {
      amount
    }
  }
`

export const connection = /* GraphQL */ `
  query Connection {
    shop {
      name
      url
      myshopifyDomain
      currencyCode
    }
    currentAppInstallation {
      accessScopes {
        handle
      }
    }
    locations(first: 50, includeInactive: false) {
      nodes {
        id
        legacyResourceId
        name
        fulfillsOnlineOrders
        isFulfillmentService
      }
    }
    productsCount(limit: 10000) {
      count
    }
    ordersCount(query: "status:open fulfillment_status:unshipped financial_status:paid", limit: 10000) {
      count
    }
    publicApiVersions {
      handle
      supported
    }
  }
`

export const grantedScopes = /* GraphQL */ `
  query GrantedScopes {
    currentAppInstallation {
      accessScopes {
        handle
      }
    }
  }
`

/** Whether the app is shown buyers' addresses. */
export const newestAddress = /* GraphQL */ `
  query NewestAddress {
    orders(first: 1, sortKey: CREATED_AT, reverse: true, query: "delivery_method:shipping") {
      nodes {
        requiresShipping
        shippingAddress {
          address1
        }
      }
    }
  }
`

const orderLine = /* GraphQL */ `
  fragment OrderLine on LineItem {
    id
    sku
    title
    variantTitle
    quantity
    currentQuantity
    requiresShipping
    isGiftCard
    variant {
      legacyResourceId
      requiresComponents
    }
    product {
      legacyResourceId
    }
    originalUnitPriceSet {
      ...Money
    }
    discountAllocations {
      allocatedAmountSet {
        ...Money
      }
    }
    taxLines(first: 5) {
      priceSet {
        ...Money
      }
    }
    customAttributes {
      key
      value
    }
  }
`

export const workOrderLine = /* GraphQL */ `
  fragment WorkOrderLine on FulfillmentOrderLineItem {
    id
    totalQuantity
    remainingQuantity
    lineItem {
      id
    }
  }
`

/** An order with its work orders (fulfillment orders). Lines beyond the first page are asked for separately. */
const order = /* GraphQL */ `
  fragment WholeOrder on Order {
    id
    legacyResourceId
    name
    createdAt
    processedAt
    updatedAt
    cancelledAt
    test
    currencyCode
    taxesIncluded
    displayFinancialStatus
    displayFulfillmentStatus
    requiresShipping
    paymentGatewayNames
    email
    phone
    note
    cartToken
    checkoutToken
    discountCodes
    customer {
      firstName
      lastName
    }
    shippingAddress {
      name
      firstName
      lastName
      company
      address1
      address2
      city
      province
      provinceCode
      zip
      countryCodeV2
      phone
    }
    shippingLines(first: 3) {
      nodes {
        title
        code
      }
    }
    subtotalPriceSet {
      ...Money
    }
    currentSubtotalPriceSet {
      ...Money
    }
    totalDiscountsSet {
      ...Money
    }
    currentTotalDiscountsSet {
      ...Money
    }
    totalShippingPriceSet {
      ...Money
    }
    currentShippingPriceSet {
      ...Money
    }
    totalTaxSet {
      ...Money
    }
    currentTotalTaxSet {
      ...Money
    }
    currentTotalDutiesSet {
      ...Money
    }
    currentTotalAdditionalFeesSet {
      ...Money
    }
    totalTipReceivedSet {
      ...Money
    }
    totalPriceSet {
      ...Money
    }
    currentTotalPriceSet {
      ...Money
    }
    totalRefundedSet {
      ...Money
    }
    risk {
      recommendation
    }
    lineItems(first: $lines) {
      nodes {
        ...OrderLine
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    fulfillmentOrders(first: 10) {
      nodes {
        status
        fulfillAt
        updatedAt
        id
        assignedLocation {
          location {
            id
          }
        }
        deliveryMethod {
          methodType
          presentedName
          serviceCode
        }
        destination {
          firstName
          lastName
          company
          address1
          address2
          city
          province
          zip
          countryCode
          email
          phone
        }
        fulfillmentHolds {
          reason
          reasonNotes
          displayReason
        }
        lineItems(first: $lines) {
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
  ${orderLine}
  ${workOrderLine}
  ${money}
`

const version = /* GraphQL */ `
  fragment Version on Order {
    id
    updatedAt
    fulfillmentOrders(first: 10) {
      nodes {
        updatedAt
      }
    }
  }
`

export const oneOrder = /* GraphQL */ `
  query OneOrder($id: ID!, $lines: Int!) {
    order(id: $id) {
      ...WholeOrder
    }
  }
  ${order}
`

/** Which orders changed; each is read by itself if that version was not read before. */
export const changedOrders = /* GraphQL */ `
  query ChangedOrders($query: String!, $after: String, $first: Int!) {
    orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
      nodes {
        ...Version
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
  ${version}
`

/** Tells cheaply whether an order has changed. A work order changes without its order. */
export const orderVersion = /* GraphQL */ `
  query OrderVersion($id: ID!) {
    order(id: $id) {
      ...Version
    }
  }
  ${version}
`

export const workOrderVersion = /* GraphQL */ `
  query WorkOrderVersion($id: ID!) {
    fulfillmentOrder(id: $id) {
      order {
        ...Version
      }
    }
  }
  ${version}
`

export const moreLines = /* GraphQL */ `
  query MoreLines($id: ID!, $after: String!) {
    order(id: $id) {
      lineItems(first: 50, after: $after) {
        nodes {
          ...OrderLine
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
  ${orderLine}
  ${money}
`

export const moreWorkOrderLines = /* GraphQL */ `
  query MoreWorkOrderLines($id: ID!, $after: String!) {
    fulfillmentOrder(id: $id) {
      lineItems(first: 100, after: $after) {
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
  ${workOrderLine}
`
