import { hasLeft, isLive, shippingSpeeds, type FulfillmentStatus, type ShippingSpeed } from '#contract/order-status.ts'
import type { Clock } from '#server/platform/clock.ts'
import type {
  FulfillmentSnapshot,
  FulfillmentService,
  FulfillmentHandle,
  PackageSnapshot,
  PreviewQuestion,
  SpeedOffer,
  Submission,
} from '#server/ports/fulfillment.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'

type Operation = keyof FulfillmentService

/** A call to the service; `externalId` is null for calls about no single fulfillment. */
export type FulfillmentCall = { call: Operation; account: MarketplaceAccount; externalId: string | null }

/** A fulfillment at the service. `submission` is null when a test put it there. */
export type StoredFulfillment = {
  externalId: string
  accountId: string | null
  submission: Submission | null
  changedAt: Date
  snapshot: Omit<FulfillmentSnapshot, 'readAt'>
}

/** `too_late` refuses every cancellation. `ignores` accepts the request and goes on until the test decides. */
export type CancelBehaviour = 'obeys' | 'too_late' | 'ignores'

type Fault = { call: Operation; error: Error; afterActing: boolean }

const pageSize = 50
const day = 86_400_000

/** Amazon's fulfillment in memory: it accepts each id of an account once, and advances only when a test says so. */
export class FakeFulfillment implements FulfillmentService {
  cancelBehaviour: CancelBehaviour = 'obeys'
  readonly asked: FulfillmentCall[] = []
  readonly fulfillments: StoredFulfillment[] = []
  /** The offers of every preview; null offers all speeds for a fee. */
  offers: readonly SpeedOffer[] | null = null
  /** Runs before each answer; its error becomes the answer. */
  meanwhile: (asked: FulfillmentCall) => void | Promise<void> = () => {}
  private faults: Fault[] = []
  private readonly clock: Clock

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Sets its state verbatim; it need not have been submitted. */
  put(externalId: string, changes: Partial<StoredFulfillment['snapshot']>): void {
    const found = this.find(externalId) ?? this.store(externalId, null, null)
    found.snapshot = { ...found.snapshot, ...changes }
    found.changedAt = this.clock.now()
  }

  /** Advances it as Amazon would: all units ship, arrive or fail together. */
  advance(externalId: string, status: Exclude<FulfillmentStatus, 'pending'>): void {
    const found = this.find(externalId)
    if (!found) throw new Error(`Nothing was submitted as ${externalId}`)
    const packages = hasLeft(status) ? [this.parcel(found, status === 'delivered')] : found.snapshot.packages
    const lines = found.snapshot.lines.map((line) => ({
      ...line,
      cancelled: status === 'cancelled' ? line.quantity : line.cancelled,
      unfulfillable: status === 'unfulfillable' ? line.quantity : line.unfulfillable,
    }))
    this.put(externalId, { status, externalStatus: amazonStatuses[status], lines, packages })
  }

  /** The next such call fails: before acting, or (`afterActing`) with only its answer lost. */
  failNext(call: Operation, error: Error, { afterActing = false } = {}): void {
    this.faults.push({ call, error, afterActing })
  }

  /** Fulfillments that are not cancelled or unfulfillable. */
  live(): StoredFulfillment[] {
    return this.fulfillments.filter(({ snapshot: { status } }) => status === null || isLive(status))
  }

  preview(account: MarketplaceAccount, _question: PreviewQuestion): Promise<SpeedOffer[]> {
    return this.answer({ call: 'preview', account, externalId: null }, () =>
      this.offers ? [...this.offers] : shippingSpeeds.map((speed) => this.offer(speed)),
    )
  }

  submit(account: MarketplaceAccount, submission: Submission): Promise<'accepted' | 'exists'> {
    const { externalId } = submission
    return this.answer({ call: 'submit', account, externalId }, () => {
      if (this.find(externalId, account)) return 'exists'
      this.store(externalId, account, submission)
      return 'accepted'
    })
  }

  read(account: MarketplaceAccount, { externalId }: FulfillmentHandle): Promise<FulfillmentSnapshot | null> {
    return this.answer({ call: 'read', account, externalId }, () => {
      const found = this.find(externalId, account)
      return found ? { ...found.snapshot, readAt: this.clock.now() } : null
    })
  }

  cancel(account: MarketplaceAccount, { externalId }: FulfillmentHandle): Promise<'asked' | 'too_late' | 'unknown'> {
    return this.answer({ call: 'cancel', account, externalId }, () => {
      const found = this.find(externalId, account)
      if (!found) return 'unknown'
      if (found.snapshot.status === 'cancelled') return 'asked'
      if (this.cancelBehaviour === 'too_late' || !isCancellable(found.snapshot.status)) return 'too_late'
      if (this.cancelBehaviour === 'obeys') this.advance(externalId, 'cancelled')
      return 'asked'
    })
  }

  listChanged(account: MarketplaceAccount, { since, page = '0' }: { since: Date; page?: string }) {
    return this.answer({ call: 'listChanged', account, externalId: null }, () => {
      const changed = this.fulfillments.filter((one) => belongsTo(one, account) && one.changedAt >= since)
      const end = Number(page) + pageSize
      const externalIds = changed.slice(Number(page), end).map(({ externalId }) => externalId)
      return { externalIds, next: end < changed.length ? String(end) : null }
    })
  }

  private async answer<Result>(asked: FulfillmentCall, act: () => Result): Promise<Result> {
    this.asked.push(asked)
    await this.meanwhile(asked)
    const fault = this.faults.find(({ call }) => call === asked.call)
    this.faults = this.faults.filter((each) => each !== fault)
    if (fault && !fault.afterActing) throw fault.error
    const result = act()
    if (fault) throw fault.error
    return result
  }

  /** Ids are unique per account; without an account the newest match is returned. */
  private find(externalId: string, account?: MarketplaceAccount): StoredFulfillment | undefined {
    return this.fulfillments.findLast((one) => one.externalId === externalId && (!account || belongsTo(one, account)))
  }

  private store(externalId: string, account: MarketplaceAccount | null, submission: Submission | null) {
    const now = this.clock.now()
    const stored: StoredFulfillment = {
      externalId,
      accountId: account?.id ?? null,
      submission,
      changedAt: now,
      snapshot: {
        externalStatus: amazonStatuses.submitted,
        status: 'submitted',
        isInvalid: false,
        isPartial: false,
        unknownWords: [],
        orderNumber: submission?.orderNumber ?? externalId,
        speed: submission?.speed ?? 'standard',
        receivedAt: now,
        estimatedShipDate: null,
        estimatedDeliveryDate: null,
        lines: (submission?.lines ?? []).map((line) => ({
          ...line,
          cancelled: 0,
          unfulfillable: 0,
        })),
        packages: [],
      },
    }
    this.fulfillments.push(stored)
    return stored
  }

  private parcel({ externalId, snapshot }: StoredFulfillment, isDelivered: boolean): PackageSnapshot {
    const now = this.clock.now()
    const [before] = snapshot.packages
    const arrival = { type: 'EVENT_301', description: 'Delivered', location: 'Tacoma, WA, US', at: now }
    return {
      ...parcel(`${this.fulfillments.findIndex((one) => one.snapshot === snapshot) + 1}`, snapshot.lines),
      trackingNumber: `TRACK-${externalId}`,
      ...before,
      shippedAt: before?.shippedAt ?? now,
      carrierStatus: isDelivered ? 'DELIVERED' : 'IN_TRANSIT',
      deliveredAt: isDelivered ? now : null,
      events: [...(before?.events ?? []), ...(isDelivered ? [arrival] : [])],
    }
  }

  private offer(speed: ShippingSpeed): SpeedOffer {
    const after = (days: number) => new Date(this.clock.now().getTime() + days * day)
    return {
      speed,
      isFulfillable: true,
      fee: { amount: '7.95', currency: 'USD' },
      earliestShipDate: after(1),
      latestShipDate: after(2),
      earliestArrivalDate: after(3),
      latestArrivalDate: after(5),
      problems: [],
    }
  }
}

const amazonStatuses: Record<Exclude<FulfillmentStatus, 'pending'>, string> = {
  submitted: 'New',
  received: 'Received',
  planning: 'Planning',
  processing: 'Processing',
  shipped: 'Complete',
  delivered: 'Complete',
  cancelled: 'Cancelled',
  unfulfillable: 'Unfulfillable',
}

const isCancellable = (status: FulfillmentStatus | null) =>
  status === 'submitted' || status === 'received' || status === 'planning'

const belongsTo = ({ accountId }: StoredFulfillment, account: MarketplaceAccount) =>
  accountId === null || accountId === account.id

/** A package with these units, not shipped by default. */
export const parcel = (
  packageNumber: string,
  lines: readonly { itemId: string; quantity: number }[],
  changes: Partial<PackageSnapshot> = {},
): PackageSnapshot => ({
  packageNumber,
  carrier: 'UPS',
  trackingNumber: null,
  carrierStatus: null,
  estimatedArrival: null,
  shippedAt: null,
  deliveredAt: null,
  isLost: false,
  lines: lines.map(({ itemId, quantity }) => ({ itemId, quantity })),
  events: [],
  ...changes,
})
