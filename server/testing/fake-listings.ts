import type { ListingIssue } from '#contract/two-way.ts'
import type { Clock } from '#server/platform/clock.ts'
import { Rejected } from '#server/ports/failure.ts'
import type {
  CatalogFacts,
  LongRunningResult,
  Listing,
  ListingPatch,
  Listings,
  ListingsPage,
  ListingValues,
  NewListing,
  ListingWriteResult,
} from '#server/ports/listings.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'

/** A call to the marketplace. */
export type ListingsCall = {
  call: keyof Listings
  account: MarketplaceAccount
  marketplaceId: string | null
  /** The SKUs or ASINs of the call. */
  names: readonly string[]
  values: readonly Partial<ListingValues>[]
}

type Fault = { call: keyof Listings; error: Error; isAnswerLost: boolean }
type Write = { at: number; marketplaceId: string; listing: ListingPatch | NewListing }
type Work<Result> = { doneAt: number; failure: string | null; result: Result }

const pageSize = 20
const reachable = 1000

/**
 * A seller's listings in memory. An accepted write is visible after `settleSeconds` of the clock, a report or feed is done after
 * `workSeconds`; until then reads return the old state.
 */
export class FakeListings implements Listings {
  settleSeconds = 0
  workSeconds = 0
  /** The failure with which every report and feed ends from now on. */
  workFailure: string | null = null
  suggestion: string | null = 'HOME'
  readonly asked: ListingsCall[] = []
  /** By ASIN. */
  readonly catalog = new Map<string, CatalogFacts>()
  /** Issues per SKU for any write; a write with an error issue is rejected. */
  readonly objections = new Map<string, ListingIssue[]>()
  /** Runs before each answer; its error becomes the answer. */
  meanwhile: (asked: ListingsCall) => void | Promise<void> = () => {}
  private readonly shelves = new Map<string, Map<string, Listing>>()
  private readonly lists = new Map<string, Work<string[]>>()
  private readonly feeds = new Map<string, Work<Record<string, ListingWriteResult>>>()
  private writes: Write[] = []
  private faults: Fault[] = []
  private readonly clock: Clock

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Creates a listing outside Lockstep. */
  put(marketplaceId: string, sku: string, { values, ...rest }: ListingOverrides = {}): void {
    const changedAt = this.clock.now()
    this.shelf(marketplaceId).set(sku, { ...listing(sku, values), changedAt, ...rest })
  }

  /** Changes a listing outside Lockstep. */
  change(marketplaceId: string, sku: string, values: Partial<ListingValues>): void {
    const found = this.read(marketplaceId, sku)
    if (!found) throw new Error(`There is no listing of ${sku} in ${marketplaceId}`)
    this.put(marketplaceId, sku, { ...found, values: { ...found.values, ...values }, changedAt: this.clock.now() })
  }

  remove(marketplaceId: string, sku: string): void {
    this.shelf(marketplaceId).delete(sku)
  }

  /** The current listing. */
  read(marketplaceId: string, sku: string): Listing | undefined {
    this.settle()
    return this.shelf(marketplaceId).get(sku)
  }

  /** The next such call fails before acting. */
  failNext(call: keyof Listings, error: Error): void {
    this.faults.push({ call, error, isAnswerLost: false })
  }

  /** The next such call acts, but its answer is lost. */
  loseNextAnswer(call: keyof Listings, error: Error): void {
    this.faults.push({ call, error, isAnswerLost: true })
  }

  beginSkuList(account: MarketplaceAccount, marketplaceId: string): Promise<string> {
    return this.answer({ call: 'beginSkuList', account, marketplaceId, names: [], values: [] }, () => {
      this.settle()
      const skus = [...this.shelf(marketplaceId).keys()]
      return this.begin(this.lists, skus)
    })
  }

  collectSkuList(account: MarketplaceAccount, handle: string): Promise<LongRunningResult<string[]>> {
    return this.collect('collectSkuList', account, this.lists, handle)
  }

  readListings(account: MarketplaceAccount, marketplaceId: string, names: readonly string[]): Promise<Listing[]> {
    return this.answer({ call: 'readListings', account, marketplaceId, names, values: [] }, () => {
      atMostOnePage(names)
      return names.flatMap((sku) => this.read(marketplaceId, sku) ?? [])
    })
  }

  readChanged(
    account: MarketplaceAccount,
    { marketplaceId, since, page = '0' }: { marketplaceId: string; since: Date; page?: string },
  ): Promise<ListingsPage> {
    return this.answer({ call: 'readChanged', account, marketplaceId, names: [], values: [] }, () => {
      this.settle()
      const changed = [...this.shelf(marketplaceId).values()].filter(({ changedAt }) => changedAt && changedAt >= since)
      const end = Number(page) + pageSize
      const next = end < Math.min(changed.length, reachable) ? String(end) : null
      return { listings: changed.slice(Number(page), end), total: changed.length, next }
    })
  }

  readCatalog(account: MarketplaceAccount, marketplaceId: string, names: readonly string[]): Promise<CatalogFacts[]> {
    return this.answer({ call: 'readCatalog', account, marketplaceId, names, values: [] }, () => {
      atMostOnePage(names)
      return names.flatMap((asin) => this.catalog.get(asin) ?? [])
    })
  }

  patch(account: MarketplaceAccount, marketplaceId: string, patch: ListingPatch): Promise<ListingWriteResult> {
    const asked = { account, marketplaceId, names: [patch.sku], values: [patch.values] }
    return this.answer({ call: 'patch', ...asked }, () => this.write(marketplaceId, patch, this.settleSeconds))
  }

  beginPatches(account: MarketplaceAccount, marketplaceId: string, patches: readonly ListingPatch[]): Promise<string> {
    const names = patches.map(({ sku }) => sku)
    const values = patches.map((patch) => patch.values)
    return this.answer({ call: 'beginPatches', account, marketplaceId, names, values }, () => {
      const after = this.workSeconds + this.settleSeconds
      const results = this.workFailure
        ? []
        : patches.map((patch) => [patch.sku, this.write(marketplaceId, patch, after)] as const)
      return this.begin(this.feeds, Object.fromEntries(results.filter(([, { issues }]) => issues.length > 0)))
    })
  }

  collectPatches(
    account: MarketplaceAccount,
    handle: string,
  ): Promise<LongRunningResult<Record<string, ListingWriteResult>>> {
    return this.collect('collectPatches', account, this.feeds, handle)
  }

  suggestProductType(account: MarketplaceAccount, marketplaceId: string, title: string): Promise<string | null> {
    const asked = { account, marketplaceId, names: [], values: [{ title }] }
    return this.answer({ call: 'suggestProductType', ...asked }, () => this.suggestion)
  }

  create(
    account: MarketplaceAccount,
    marketplaceId: string,
    made: NewListing,
    { isPreview }: { isPreview: boolean },
  ): Promise<ListingWriteResult> {
    const asked = { account, marketplaceId, names: [made.sku], values: [made.values] }
    return this.answer({ call: 'create', ...asked }, () => {
      return isPreview ? this.judge(marketplaceId, made) : this.write(marketplaceId, made, this.settleSeconds)
    })
  }

  private async answer<Result>(asked: ListingsCall, act: () => Result): Promise<Result> {
    this.asked.push(asked)
    await this.meanwhile(asked)
    const fault = this.faults.find(({ call }) => call === asked.call)
    this.faults = this.faults.filter((each) => each !== fault)
    if (fault && !fault.isAnswerLost) throw fault.error
    const result = act()
    if (fault) throw fault.error
    return result
  }

  private begin<Result>(book: Map<string, Work<Result>>, result: Result): string {
    const handle = `work-${book.size + 1}`
    book.set(handle, { doneAt: this.after(this.workSeconds), failure: this.workFailure, result })
    return handle
  }

  private collect<Result>(
    call: keyof Listings,
    account: MarketplaceAccount,
    book: Map<string, Work<Result>>,
    handle: string,
  ): Promise<LongRunningResult<Result>> {
    return this.answer({ call, account, marketplaceId: null, names: [], values: [] }, () => {
      const work = book.get(handle)
      if (!work) throw new Rejected(`Amazon knows no work by the name of ${handle}`)
      if (work.doneAt > this.after(0)) return { state: 'working' }
      return work.failure ? { state: 'failed', reason: work.failure } : { state: 'done', result: work.result }
    })
  }

  private write(marketplaceId: string, written: ListingPatch | NewListing, seconds: number): ListingWriteResult {
    const judged = this.judge(marketplaceId, written)
    if (judged.isAccepted) this.writes.push({ at: this.after(seconds), marketplaceId, listing: written })
    return judged
  }

  private judge(marketplaceId: string, written: ListingPatch | NewListing): ListingWriteResult {
    const issues = [...(this.objections.get(written.sku) ?? []), ...this.flaws(marketplaceId, written)]
    return { isAccepted: issues.every(({ severity }) => severity !== 'error'), issues }
  }

  private flaws(marketplaceId: string, written: ListingPatch | NewListing): ListingIssue[] {
    const { sku, values } = written
    if ('asin' in written) return values.title === null && !written.asin ? [objection()] : []
    const isKnown = this.read(marketplaceId, sku) ?? this.writes.some(({ listing: { sku: other } }) => other === sku)
    if (!isKnown) return [objection({ code: '13013', message: `The SKU ${sku} does not exist.`, attributes: [] })]
    return values.title === null || values.price === null ? [objection()] : []
  }

  /** Applies writes that were accepted long enough ago, in order. */
  private settle(): void {
    const now = this.after(0)
    for (const { at, marketplaceId, listing: written } of this.writes.filter((write) => write.at <= now)) {
      const shelf = this.shelf(marketplaceId)
      const before = shelf.get(written.sku)
      const changedAt = new Date(at)
      if ('asin' in written) shelf.set(written.sku, { ...this.made(written), changedAt })
      else if (before) shelf.set(written.sku, { ...before, values: merged(before, written.values), changedAt })
    }
    this.writes = this.writes.filter((write) => write.at > now)
  }

  /** An offer on a catalog item gets the item's title only. */
  private made({ sku, asin, productType, values }: NewListing): Listing {
    const item = asin ? this.catalog.get(asin) : undefined
    const facts = item ? { title: item.title, brand: null, description: null, bulletPoints: [] } : {}
    return { ...listing(sku, { ...values, ...facts }), asin, productType }
  }

  private shelf(marketplaceId: string): Map<string, Listing> {
    const shelf = this.shelves.get(marketplaceId) ?? new Map<string, Listing>()
    this.shelves.set(marketplaceId, shelf)
    return shelf
  }

  private after(seconds: number): number {
    return this.clock.now().getTime() + seconds * 1000
  }
}

/** Stock held by the marketplace has no merchant quantity, whatever was sent. */
function merged({ values, fulfilledBy }: Listing, written: Partial<ListingValues>): ListingValues {
  const all = { ...values, ...written }
  return fulfilledBy === 'amazon' ? { ...all, quantity: null } : all
}

function atMostOnePage(names: readonly string[]): void {
  if (names.length > pageSize) throw new Rejected(`At most ${pageSize} at once`)
}

export type ListingOverrides = Partial<Omit<Listing, 'sku' | 'values'>> & { values?: Partial<ListingValues> }

/** By default the merchant offers five units for 20 dollars. */
const listing = (sku: string, values: Partial<ListingValues> = {}): Listing => ({
  sku,
  asin: null,
  productType: 'HOME',
  statuses: ['BUYABLE', 'DISCOVERABLE'],
  fulfilledBy: 'merchant',
  issues: [],
  changedAt: null,
  values: {
    title: `Title of ${sku}`,
    brand: null,
    description: null,
    bulletPoints: [],
    price: '20.00',
    currency: 'USD',
    quantity: 5,
    ...values,
  },
})

/** An issue that rejects a write. */
export const objection = (issue: Partial<ListingIssue> = {}): ListingIssue => ({
  code: '90220',
  message: 'This value is required but missing.',
  severity: 'error',
  attributes: ['item_name'],
  ...issue,
})
