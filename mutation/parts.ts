/** A part of the product whose tests are themselves put to the test. */
export type Part = {
  /** The share of changes to the code, in percent, that some test must notice. */
  floor: number
  code: string[]
  tests: string[]
}

const orders = 'server/features/orders'
const intake = `${orders}/take-in`
const fulfillment = `${orders}/fulfillment`
const inventory = 'server/features/inventory'
const privacy = 'server/features/privacy'
const redeeming = 'server/features/promotions/redeeming'
const quietHours = 'server/features/notifications/quiet-hours'

/** Where a mistake costs money or parcels, or shows somebody what is not theirs. */
export const parts: Record<string, Part> = {
  permissions: {
    floor: 95,
    code: [
      'contract/{roles,order-actions}.ts',
      'server/platform/http/{guard,serve-key,channel-of-key}.ts',
      'server/features/auth/{authenticate,authenticate-key,return-path,session-cookie,session-memory}.ts',
    ],
    tests: [
      'contract/{roles,order-actions}.test.ts',
      'server/platform/http/{guard,serve-key,channel-of-key}.test.ts',
      'server/features/auth/{authenticate,authenticate-key,return-path,session-cookie,session-memory}.test.ts',
    ],
  },
  pricing: {
    floor: 95,
    code: [
      'contract/pricing/*.ts',
      'contract/promotion-{code,state}.ts',
      `${redeeming}/{claim,judge-discount,ledger,plan-redemptions,story-of}.ts`,
    ],
    // Without the properties, which draw thousands of carts for each change.
    tests: [
      'contract/pricing/{allocate,price-cart}.test.ts',
      'contract/promotion-{code,state}.test.ts',
      `${redeeming}/*.test.ts`,
    ],
  },
  stock: {
    // Many a change in follow-orders.ts only costs a statement that finds nothing to do.
    floor: 82,
    code: [
      'contract/stock-status.ts',
      `${inventory}/{accept-holds,follow-orders,follow-threshold,hold-units,record-counts,release-*}.ts`,
      `${inventory}/queries/{counts,holds,levels,partial-holds}.ts`,
    ],
    // Not stock-formula.test.ts: hundreds of steps on the database for each change.
    tests: ['contract/stock-status.test.ts', `${inventory}/{follow-orders,holds,record-counts}.test.ts`],
  },
  intake: {
    floor: 96,
    code: [
      `${intake}/{after-sending,amounts,answers-to,buyers,cancellation,cancellation-message,claim-of,differences}.ts`,
      `${intake}/{draft-order,fold-news,following,is-fault-of-order,line-row,match-buyers,match-lines,message-of}.ts`,
      `${intake}/{order-row,outcomes-of,plan-revision,read-delivery,refuse-unstorable,reopening}.ts`,
      `${intake}/{shipped-by-channel,what-follows}.ts`,
    ],
    // None that needs PostgreSQL: every such test comes by nearly every change.
    tests: [
      `${intake}/{amounts,answers-to,buyers,cancellation,claim-of,differences,draft-order,fold-news,following}.test.ts`,
      `${intake}/{is-fault-of-order,match-buyers,match-lines,order-row,outcomes-of,plan-after-sending}.test.ts`,
      `${intake}/{plan-revision,read-delivery,what-follows}.test.ts`,
    ],
  },
  submission: {
    floor: 98,
    code: [
      `${fulfillment}/name-at-amazon.ts`,
      `${fulfillment}/news/{attempt-after,chapter-of,destination,fresh-in,in-our-names,is-to-be-told,left-out}.ts`,
      `${fulfillment}/news/{moment-of,next-check,outcome,parcel-after,refusal-of,ship-by,stand}.ts`,
      `${fulfillment}/news/{units-to-send-again,word}.ts`,
      `${fulfillment}/sending/{choose-account,choose-lines,destination,doubts,without-destination}.ts`,
      `${fulfillment}/driving/{ask-terms,may-still-show,pause-seconds}.ts`,
    ],
    tests: [
      `${fulfillment}/name-at-amazon.test.ts`,
      `${fulfillment}/news/!(*.property).test.ts`,
      `${fulfillment}/sending/*.test.ts`,
      `${fulfillment}/driving/{ask-terms,may-still-show,pause-seconds}.test.ts`,
    ],
  },
  encryption: {
    floor: 86,
    code: [
      'server/platform/{vault,vault-keys,vault-rotation,sealed-columns,sealed-texts}.ts',
      'server/backup/encrypted-file.ts',
    ],
    tests: [
      'server/platform/{vault,vault-keys,vault-rotation,sealed-columns,sealed-places}.test.ts',
      'server/backup/encrypted-file.test.ts',
    ],
  },
  retention: {
    floor: 90,
    code: [
      `${privacy}/{customer-row,erase-customer,erase-orders,erased,limits,purge-company,purge-personal-data}.ts`,
      `${privacy}/queries/{due-orders,erase-*,erased-values}.ts`,
    ],
    tests: [`${privacy}/{customer-row,erased,erased-orders,left-customers,limits,one-customer,purge}.test.ts`],
  },
  'quiet-hours': {
    floor: 95,
    code: [`${quietHours}/{quiet-hours,zones-of,postal-codes,split-country}.ts`],
    tests: [`${quietHours}/{quiet-hours,zones-of,postal-codes}.test.ts`],
  },
}
