import type { Region } from '#contract/marketplace-values.ts'

/** What opens an account at the marketplace. `id` is ours: limits and tokens are kept by it. */
export type MarketplaceAccount = {
  id: string
  sellerId: string
  region: Region
  marketplaceIds: readonly string[]
  refreshToken: string
  /** A token that is still good, if we have one; the adapter gets new ones by itself. */
  accessToken?: { value: string; expiresAt: Date }
}

export type Authorization = { refreshToken: string; accessToken: string; expiresAt: Date }

/** What names an account before it has an id: the consent is for a region, and Amazon's page for it may be a country's. */
export type ConsentRequest = { region: Region; marketplaceId?: string; state: string }

export type Participation = { marketplaceId: string; name: string; countryCode: string; isParticipating: boolean }

/** What a warehouse holds of one SKU. `changedAt` is the marketplace's own word for when that last changed. */
export type StockRow = {
  sku: string
  asin: string | null
  fnsku: string | null
  title: string | null
  qtyAvailable: number
  qtyReserved: number
  qtyInbound: number
  changedAt: Date | null
}

/** Where a read goes on. It is good for a short while only; later the read begins anew. */
export type StockCursor = { token: string; madeAt: Date }

export type StockPage = {
  rows: StockRow[]
  /** When the marketplace was asked: what it accepted before is in these numbers. */
  readAt: Date
  /** Null after the last page. */
  next: StockCursor | null
  /** Milliseconds of waiting for our turn and for the answer, and of reading the answer. */
  waited: number
  parsed: number
}

export type StockQuestion = {
  marketplaceId: string
  /** Only what changed since; everything when absent. */
  changedSince?: Date
  cursor?: StockCursor
  signal?: AbortSignal
}

/** The cursor has died: the read must begin anew. */
export class StaleCursor extends Error {
  constructor(options: { cause?: unknown } = {}) {
    super('The marketplace no longer knows where this read was', options)
    this.name = 'StaleCursor'
  }
}

/**
 * A marketplace with warehouses. Every call may throw `Unavailable` (wait and try again), `Rejected` (it said no, in a
 * sentence for people) or `Unauthorized` (the account must be authorised again).
 */
export type Marketplace = {
  /** Our application at the marketplace, which sellers let in: every account is opened with it. */
  readonly application: { clientId: string; clientSecret: string }
  /** Where to send the browser for the seller's consent. */
  consentUrl(request: ConsentRequest): string
  /** Exchanges what the consent gave for lasting tokens. */
  authorize(code: string): Promise<Authorization>
  /** Where the account sells; also the cheapest way to learn whether it is still let in. */
  readParticipations(account: MarketplaceAccount): Promise<Participation[]>
  /** One page of the warehouse's stock. Throws `StaleCursor` too. */
  readStock(account: MarketplaceAccount, question: StockQuestion): Promise<StockPage>
}
