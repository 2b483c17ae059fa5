import type { AmazonOrder, OwnOrder } from './read-state.ts'
import { isHeldAt, isToBeShipped, type Sale, soldAt } from './sale.ts'
import { inFlightMs } from './shown-levels.ts'
import type { ReportedParcel } from './emulated-shop.ts'

/** A sale with its orders here and at Amazon. */
export type FollowedSale = { sale: Sale; own: readonly OwnOrder[]; atAmazon: readonly AmazonOrder[] }

const keyOf = ({ channelId, externalOrderId }: Pick<Sale, 'channelId' | 'externalOrderId'>) =>
  `${channelId} ${externalOrderId}`

export function followSales(
  sales: readonly Sale[],
  own: readonly OwnOrder[],
  amazon: readonly AmazonOrder[],
): FollowedSale[] {
  const ownBySale = Map.groupBy(own, keyOf)
  const amazonById = new Map(amazon.map((order) => [order.id, order]))
  return sales.map((sale) => {
    const orders = ownBySale.get(keyOf(sale)) ?? []
    const atAmazon = orders.flatMap(({ submissions }) => submissions.flatMap((id) => amazonById.get(id) ?? []))
    return { sale, own: orders, atAmazon }
  })
}

const nameOf = ({ kind, externalOrderId }: Sale) => `order ${externalOrderId} (${kind})`

/** Every order that was paid or reserved is here once. One that was cancelled before we heard of it need not be. */
export function findNotOnce(followed: readonly FollowedSale[]): string[] {
  return followed.flatMap(({ sale, own }) => {
    if (own.length > 1) return [`${nameOf(sale)} is here ${own.length} times`]
    const mayBeMissing = sale.cancelledAt !== null || soldAt(sale) === null
    return own.length === 0 && !mayBeMissing ? [`${nameOf(sale)} is not here`] : []
  })
}

/** Orders that Amazon got although the shop kept them back, or had cancelled or changed them, some seconds before. */
export function findWronglySent(followed: readonly FollowedSale[]): string[] {
  return followed.flatMap(({ sale, atAmazon }) =>
    atAmazon.flatMap(({ receivedAt, units }) => {
      const at = receivedAt - inFlightMs
      const age = (since: number) => `${((receivedAt - since) / 1000).toFixed(1)} s after`
      const held = sale.holds.find(({ from, until }) => from <= at && (until === null || until > receivedAt))
      if (held) return [`${nameOf(sale)} was sent ${age(held.from)} the shop put it on hold`]
      if (sale.cancelledAt !== null && sale.cancelledAt <= at) {
        return [`${nameOf(sale)} was sent ${age(sale.cancelledAt)} the shop cancelled it`]
      }
      const wanted = (sku: string) => sale.movements.reduce((sum, one) => sum + (one.sku === sku ? one.units : 0), 0)
      const tooMany = Object.entries(units).find(([sku, sent]) => sent > wanted(sku))
      return tooMany && sale.refundedAt !== null && sale.refundedAt <= at
        ? [`${nameOf(sale)} was sent whole ${age(sale.refundedAt)} a part was paid back`]
        : []
    }),
  )
}

/** Orders that Amazon has not got though they are paid and nobody has been told of a problem with them, or has twice. */
export function findNotSentOnce(followed: readonly FollowedSale[]): string[] {
  return followed.flatMap(({ sale, own, atAmazon }) => {
    if (atAmazon.length > 1) return [`${nameOf(sale)} is ${atAmazon.length} times at Amazon`]
    if (atAmazon.length === 1 || !isToBeShipped(sale) || own.some(({ needsPerson }) => needsPerson)) return []
    const [order] = own
    return [
      `${nameOf(sale)} is not at Amazon; here it is ${order?.status ?? 'missing'}, on hold: ${order?.hold ?? 'no'}`,
    ]
  })
}

/** Parcels that the shop was not told of once. A shop takes none of an order that it holds or has cancelled. */
export function findNotReportedOnce(followed: readonly FollowedSale[], told: readonly ReportedParcel[]): string[] {
  const timesOf = Map.groupBy(told, ({ externalOrderId, trackingNumber }) => `${externalOrderId} ${trackingNumber}`)
  return followed.flatMap(({ sale, atAmazon }) =>
    atAmazon.flatMap(({ trackingNumbers }) =>
      trackingNumbers.flatMap((number) => {
        const times = timesOf.get(`${sale.externalOrderId} ${number}`)?.length ?? 0
        const mayBeRefused = sale.cancelledAt !== null || isHeldAt(sale, Number.MAX_SAFE_INTEGER)
        if (times === 1 || (times === 0 && mayBeRefused)) return []
        return [`${nameOf(sale)}: its shop was told of ${number} ${times} times`]
      }),
    ),
  )
}

/** Orders of which nothing has left yet though they are at Amazon. */
export const countUnshipped = (followed: readonly FollowedSale[]): number =>
  followed.filter(({ atAmazon }) => atAmazon.some(({ trackingNumbers }) => trackingNumbers.length === 0)).length
