import type { Clients } from '../mixed-load/clients.ts'
import { exactly, none, type ScenarioResult } from '../outcome.ts'
import type { TestSystem } from '../world/open-world.ts'
import { checkDeliveries, readKept } from './check-deliveries.ts'
import { checkShipments } from './check-shipments.ts'

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
