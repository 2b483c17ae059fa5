import { sql } from 'drizzle-orm'
import { isLive, type FulfillmentStatus } from '#contract/order-status.ts'
import type { FulfillmentOrder } from '#emulators/amazon/fulfillment/order.ts'
import type { SystemState } from './history.ts'

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
