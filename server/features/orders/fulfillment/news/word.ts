import type { AttentionCode, FulfillmentStatus } from '#contract/order-words.ts'
import type { FulfillmentNews } from '#server/ports/fulfillment.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Attempt } from '../../queries/sent-order.ts'
import { amazon } from './chapter.ts'
import type { KeptParcel } from './keep-packages.ts'

/** Why an attempt came to nothing, and as what it waits for a person. */
export type Failing = {
  code: string | null
  reason: string
  attention: Extract<AttentionCode, 'rejected_by_amazon' | 'unfulfillable' | 'bad_address'>
}

/** What has been learnt of an attempt, wherever from. */
export type Word = {
  by: Actor
  status: FulfillmentStatus
  acceptedAt: Date
  /** When Amazon said so; null when it was not asked. */
  readAt: Date | null
  /** Whatever else is known of it now. */
  facts: Partial<
    Pick<Attempt, 'externalStatus' | 'estimatedShipDate' | 'estimatedDeliveryDate' | 'trackingNumbers' | 'carrier'>
  >
  /** What Amazon won't send of it, for good. */
  leftOut: FulfillmentNews['lines']
  isPartial: boolean
  failing: Failing | null
  parcels: readonly KeptParcel[]
  hasMovedParcels: boolean
}

/** A word of ours about an attempt, that Amazon was not asked about. */
export const ownWord = (by: Actor, status: FulfillmentStatus, at: Date): Word => ({
  by,
  status,
  acceptedAt: at,
  readAt: null,
  facts: {},
  leftOut: [],
  isPartial: false,
  failing: null,
  parcels: [],
  hasMovedParcels: false,
})

export function wordOf(
  attempt: Attempt,
  news: FulfillmentNews,
  { parcels, hasChanged }: { parcels: readonly KeptParcel[]; hasChanged: boolean },
): Word {
  const status = news.status ?? (attempt.status === 'pending' ? 'submitted' : attempt.status)
  const isOver = news.isPartial || status === 'cancelled' || status === 'unfulfillable'
  return {
    by: amazon,
    status,
    acceptedAt: latest(news.receivedAt, attempt.submittedAt),
    readAt: news.readAt,
    facts: isStale(attempt, news) ? {} : factsOf(attempt, news, parcels),
    leftOut: isOver ? news.lines : [],
    isPartial: news.isPartial,
    failing: failingOf(attempt, status, news),
    parcels,
    hasMovedParcels: hasChanged,
  }
}

/** Whether something newer has been read already. */
export const isStale = ({ checkedAt }: Attempt, { readAt }: Pick<Word, 'readAt'>): boolean =>
  checkedAt !== null && readAt !== null && readAt < checkedAt

/** Our own clock says that Amazon can't have had it before we told it, whatever Amazon's clock says. */
const latest = (receivedAt: Date, submittedAt: Date | null): Date =>
  submittedAt && submittedAt > receivedAt ? submittedAt : receivedAt

function factsOf(attempt: Attempt, news: FulfillmentNews, parcels: readonly KeptParcel[]): Word['facts'] {
  const numbers = parcels.flatMap(({ after }) => after.trackingNumber ?? [])
  return {
    externalStatus: news.externalStatus,
    estimatedShipDate: news.estimatedShipDate ?? attempt.estimatedShipDate,
    estimatedDeliveryDate: news.estimatedDeliveryDate ?? attempt.estimatedDeliveryDate,
    trackingNumbers: [...new Set(numbers)],
    carrier: parcels.find(({ after }) => after.carrier)?.after.carrier ?? attempt.carrier,
  }
}

function failingOf(
  { externalFulfillmentId: id }: Attempt,
  status: FulfillmentStatus,
  { isInvalid }: FulfillmentNews,
): Failing | null {
  if (status === 'cancelled') {
    return { code: 'cancelled', reason: `${id} was cancelled at Amazon.`, attention: 'unfulfillable' }
  }
  if (status !== 'unfulfillable') return null
  return isInvalid
    ? {
        code: 'invalid',
        reason: `Amazon took ${id} and found it invalid after all: it can’t use the address or an item of it.`,
        attention: 'rejected_by_amazon',
      }
    : {
        code: 'unfulfillable',
        reason: `Amazon found no way to ship ${id}: its units are not where they are wanted, or nobody delivers there.`,
        attention: 'unfulfillable',
      }
}
