import type { Region } from '#contract/marketplace-values.ts'

/** The credentials of a seller's account. `id` is ours; rate limits and cached tokens are kept by it. */
export type MarketplaceAccount = {
  id: string
  sellerId: string
  region: Region
  marketplaceIds: readonly string[]
  refreshToken: string
  /** A valid access token, if we have one; the adapter refreshes it by itself. */
  accessToken?: { value: string; expiresAt: Date }
}

export type Authorization = { refreshToken: string; accessToken: string; expiresAt: Date }

/** A consent is for a region; `marketplaceId` selects the country's Seller Central page. */
export type ConsentRequest = { region: Region; marketplaceId?: string; state: string }

export type Participation = { marketplaceId: string; name: string; countryCode: string; isParticipating: boolean }

/** The stock of one SKU in the warehouse. `changedAt` comes from the marketplace. */
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

/** The position of a paged read. It expires soon; then the read starts over. */
export type StockCursor = { token: string; madeAt: Date }

export type StockPage = {
  rows: StockRow[]
  /** When the marketplace was asked; everything it accepted before is included. */
  readAt: Date
  /** Null after the last page. */
  next: StockCursor | null
  /** Milliseconds of waiting (rate limit and response), and of parsing. */
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

/** The cursor has expired: the read must start over. */
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
  /** Our application at the marketplace, which sellers authorize. */
  readonly application: { clientId: string; clientSecret: string }
  /** The URL of the seller's consent page. */
  consentUrl(request: ConsentRequest): string
  /** Exchanges the authorization code for tokens. */
  authorize(code: string): Promise<Authorization>
  /** The marketplaces of the account; also the cheapest check that it is still authorized. */
  readParticipations(account: MarketplaceAccount): Promise<Participation[]>
  /** One page of the warehouse's stock. Throws `StaleCursor` too. */
  readStock(account: MarketplaceAccount, question: StockQuestion): Promise<StockPage>
}
