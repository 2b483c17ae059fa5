import { sql } from 'drizzle-orm'
import { type FulfillmentStatus, isLive } from '#contract/order-status.ts'
import type { FulfillmentOrder } from '#emulators/amazon/fulfillment/order.ts'
import type { TestSystem } from '../harness/system.ts'
import type { Clients } from '../mixed-load/clients.ts'
import { exactly, none, type ScenarioResult } from '../scenario-result.ts'
import type { SystemState } from './client-history.ts'
import { checkDeliveries, readStoredOrders } from './deliveries.ts'

type OrderCheckResult = ScenarioResult & { shipped: number }

/** Holds under every fault: each acknowledged order is stored exactly once and is at Amazon at most once. */
export async function checkOrders(
  system: TestSystem,
  { histories: { deliveries } }: Clients,
): Promise<OrderCheckResult> {
  const { lost, doubled, altered } = checkDeliveries(deliveries, await readStoredOrders(system))
  const shipments = await checkShipments(system)
  const acknowledged = deliveries.filter(({ outcome }) => outcome === 'ok').length
  return {
    shipped: shipments.shipped,
    claims: [
      none(`acknowledged orders lost, of ${acknowledged}`, lost),
      none('orders doubled', doubled),
      none('orders altered or made up', altered),
      none(`orders twice at Amazon, of ${shipments.shipped}`, shipments.doubled),
      none('orders at Amazon that we do not know of', shipments.unknown),
      none('orders whose state differs from Amazon’s', shipments.differing),
      exactly('processes that exited by themselves', system.processes.givenUp(), 0),
    ],
    wrong: [...lost, ...doubled, ...altered, ...shipments.doubled, ...shipments.unknown, ...shipments.differing],
  }
}

type Attempt = { orderNumber: string; orderStatus: string; status: FulfillmentStatus; externalId: string }

const endedStatuses = new Set(['Cancelled', 'Unfulfillable', 'Invalid'])

/** Compares the emulator's orders with our attempts: none twice, none unknown to us, none missing. */
export async function checkShipments(system: SystemState) {
  const theirs = Object.values(system.emulators.amazon.state.sellers).flatMap(({ fulfillment }) =>
    Object.values(fulfillment.orders),
  )
  const ours = await readAttempts(system)
  const known = new Map(ours.map((attempt) => [attempt.externalId, attempt]))
  const live = theirs.filter(({ status }) => !endedStatuses.has(status))
  const byOrder = Map.groupBy(live, ({ id }) => known.get(id)?.orderNumber ?? id)
  return {
    shipped: live.length,
    doubled: [...byOrder].flatMap(([number, found]) =>
      found.length > 1 ? [`${number} is ${found.length} times at Amazon`] : [],
    ),
    unknown: theirs.flatMap(({ id }) => (known.has(id) ? [] : [`${id} is at Amazon and not known here`])),
    differing: [...missingAtAmazon(ours, theirs), ...shippedThoughCancelled(ours, live)],
  }
}

function missingAtAmazon(ours: readonly Attempt[], theirs: readonly FulfillmentOrder[]): string[] {
  const there = new Set(theirs.map(({ id }) => id))
  const submitted = ours.filter(({ status }) => isLive(status) && status !== 'pending')
  return submitted.flatMap(({ externalId }) => (there.has(externalId) ? [] : [`${externalId} is not at Amazon`]))
}

function shippedThoughCancelled(ours: readonly Attempt[], live: readonly FulfillmentOrder[]): string[] {
  const shipping = new Set(live.map(({ id }) => id))
  const cancelled = ours.filter(({ orderStatus }) => orderStatus === 'cancelled')
  return cancelled.flatMap(({ externalId, orderNumber }) =>
    shipping.has(externalId) ? [`${orderNumber} is cancelled, and Amazon ships it`] : [],
  )
}

function readAttempts({ deps, companyId }: SystemState): Promise<Attempt[]> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<Attempt>(sql`
      select o.order_number as "orderNumber", o.status as "orderStatus", f.status,
        f.external_fulfillment_id as "externalId"
      from fulfillments f join orders o on o.company_id = f.company_id and o.id = f.order_id`)
    return rows
  })
}
