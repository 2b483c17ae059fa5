import { sql } from 'drizzle-orm'
import { type FulfillmentStatus, isLive } from '#contract/order-status.ts'
import type { FulfillmentOrder } from '#emulators/amazon/fulfillment/order.ts'
import type { TestSystem } from '../harness/system.ts'
import type { Clients } from '../mixed-load/clients.ts'
import { exactly, none, type ScenarioResult } from '../scenario-result.ts'
import type { SystemState } from './client-history.ts'
import { checkDeliveries, readKept } from './deliveries.ts'

type Judged = ScenarioResult & { shipped: number }

/** What must hold of orders whatever was done to the product: each that was acknowledged is here once, and at Amazon once. */
export async function checkOrders(world: TestSystem, { histories: { deliveries } }: Clients): Promise<Judged> {
  const { lost, doubled, altered } = checkDeliveries(deliveries, await readKept(world))
  const shipments = await checkShipments(world)
  const acknowledged = deliveries.filter(({ told }) => told === 'ok').length
  return {
    shipped: shipments.shipped,
    claims: [
      none(`acknowledged orders lost, of ${acknowledged}`, lost),
      none('orders doubled', doubled),
      none('orders altered or made up', altered),
      none(`orders twice at Amazon, of ${shipments.shipped}`, shipments.doubled),
      none('orders at Amazon that we do not know of', shipments.unknown),
      none('orders of which we think otherwise than Amazon', shipments.differing),
      exactly('processes that gave up by themselves', world.processes.givenUp(), 0),
    ],
    wrong: [...lost, ...doubled, ...altered, ...shipments.doubled, ...shipments.unknown, ...shipments.differing],
  }
}

type Attempt = { orderNumber: string; orderStatus: string; status: FulfillmentStatus; externalId: string }

const over = new Set(['Cancelled', 'Unfulfillable', 'Invalid'])

/** Amazon's book against ours: no order is there twice, none without our knowing, and what we think is there is. */
export async function checkShipments(world: SystemState) {
  const theirs = Object.values(world.standIns.amazon.state.sellers).flatMap(({ fulfillment }) =>
    Object.values(fulfillment.orders),
  )
  const ours = await readAttempts(world)
  const known = new Map(ours.map((attempt) => [attempt.externalId, attempt]))
  const live = theirs.filter(({ status }) => !over.has(status))
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
  const taken = ours.filter(({ status }) => isLive(status) && status !== 'pending')
  return taken.flatMap(({ externalId }) => (there.has(externalId) ? [] : [`${externalId} is not at Amazon`]))
}

function shippedThoughCancelled(ours: readonly Attempt[], live: readonly FulfillmentOrder[]): string[] {
  const going = new Set(live.map(({ id }) => id))
  const cancelled = ours.filter(({ orderStatus }) => orderStatus === 'cancelled')
  return cancelled.flatMap(({ externalId, orderNumber }) =>
    going.has(externalId) ? [`${orderNumber} is cancelled, and Amazon ships it`] : [],
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
