/** A part of the product whose tests are checked by mutation testing. */
export type Part = {
  /** Least share of mutants, in percent, that tests must detect. */
  floor: number
  code: string[]
  tests: string[]
}

const intake = 'server/features/orders/intake'
const fulfillment = 'server/features/orders/fulfillment'
const auth = 'server/features/auth'
const http = 'server/platform/http'
const crypto = 'server/platform/crypto'
const inventory = 'server/features/inventory'
const privacy = 'server/features/privacy'
const redemptions = 'server/features/promotions/redemptions'
const quietHours = 'server/features/notifications/quiet-hours'

/** Code where a mistake costs money or shipments, or exposes other people's data. */
export const parts: Record<string, Part> = {
  permissions: {
    floor: 95,
    code: [
      'contract/{roles,order-actions,secret-strength}.ts',
      `${http}/{authorize,api-key-auth}.ts`,
      `${auth}/{authenticate,return-path,session-cookie}.ts`,
    ],
    tests: [
      'contract/{roles,order-actions,secret-strength}.test.ts',
      `${http}/{authorize,api-key-auth,api-key-channel}.test.ts`,
      `${auth}/{authenticate,authenticate-key,return-path,session-cookie,session-cache}.test.ts`,
    ],
  },
  pricing: {
    floor: 95,
    code: [
      'contract/pricing/*.ts',
      'contract/promotion-{code,state}.ts',
      `${redemptions}/{attribute-discount,plan-redemptions}.ts`,
    ],
    // Without the property tests, which generate thousands of carts for each mutant.
    tests: [
      'contract/pricing/{allocate,price-cart}.test.ts',
      'contract/promotion-{code,state}.test.ts',
      `${redemptions}/*.test.ts`,
    ],
  },
  stock: {
    // Many mutants of holds.ts only add a statement that finds no rows.
    floor: 82,
    code: ['contract/stock-status.ts', `${inventory}/{holds,hold-queries,levels,record-counts,sellable}.ts`],
    // Not sellable.property.test.ts: hundreds of steps on the database for each mutant.
    tests: [
      'contract/stock-status.test.ts',
      `${inventory}/{order-changes,holds,inventory,record-counts,sellable}.test.ts`,
    ],
  },
  intake: {
    floor: 96,
    code: [
      `${intake}/{amounts,build-order,buyers,diff-order,order-change,order-events,order-notices,order-rows}.ts`,
      `${intake}/{parse-delivery,plan-revision,promotion-claim}.ts`,
      'server/features/orders/errors.ts',
    ],
    // No test that needs PostgreSQL: each of them covers nearly every mutant.
    tests: [
      `${intake}/{amounts,build-order,buyers,delivery-outcomes,diff-order,effective-cancellation}.test.ts`,
      `${intake}/{ingest-results,match-buyers,match-lines,order-change,order-rows,parse-delivery}.test.ts`,
      `${intake}/{plan-after-submission,plan-before-submission,plan-revision,promotion-claim,reduce-events}.test.ts`,
      'server/features/orders/data-error.test.ts',
    ],
  },
  submission: {
    floor: 98,
    code: [
      `${fulfillment}/{amazon-order-id,fulfillment-update,next-state,order-effects}.ts`,
      `${fulfillment}/{quote-shipping,shipment-rules,stuck-rule,timing}.ts`,
    ],
    tests: [
      `${fulfillment}/{amazon-order-id,choose-account,choose-lines,fulfillment-progress,fulfillment-update}.test.ts`,
      `${fulfillment}/{known-attention,lease-length,map-line-ids,next-attempt,next-check,next-parcel}.test.ts`,
      `${fulfillment}/{next-state,order-effects,quote-shipping,redact-recipient,report-shipment}.test.ts`,
      `${fulfillment}/{ship-to-address,shipment-checks,submission-backoff,target-status,transition-time}.test.ts`,
      `${fulfillment}/{stuck-rule,unanswered-submission,unfulfillable-units,units-to-resend}.test.ts`,
    ],
  },
  encryption: {
    floor: 86,
    code: [
      `${crypto}/{vault,open-vault,rotate-key,encrypted-columns,encrypted-texts}.ts`,
      'server/backup/encrypted-file.ts',
    ],
    tests: [
      `${crypto}/{vault,open-vault,rotate-key,encrypted-columns,encrypted-texts}.test.ts`,
      'server/backup/encrypted-file.test.ts',
    ],
  },
  retention: {
    floor: 90,
    code: [`${privacy}/{erase-customer,erase-personal-data,jobs,purge-company,purge-queries,retention-limits}.ts`],
    tests: [
      `${privacy}/{customer-data-requests,customers-without-orders,erase-obstacle,erased-counts,erased-orders}.test.ts`,
      `${privacy}/{purge-personal-data,retention-limits}.test.ts`,
    ],
  },
  'quiet-hours': {
    floor: 95,
    code: [`${quietHours}/{quiet-hours,time-zones,zones-by-state}.ts`],
    tests: [`${quietHours}/{quiet-hours,time-zones,postal-codes}.test.ts`],
  },
}
