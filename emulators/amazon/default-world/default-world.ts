import { putItems } from '../stocked-item.ts'
import { createSeller, createState, type AmazonState } from '../world.ts'
import { kieferhausItems } from './items.ts'

/** Who sells here when nobody else was named. The first two have nothing yet: the demo and the tests fill them. */
export function createDefaultState(now: Date): AmazonState {
  const northfield = createSeller({
    id: 'A1K7NORTHFIELD',
    name: 'Northfield Outfitters',
    endpoint: 'na',
    marketplaceIds: ['ATVPDKIKX0DER', 'A2EUQ1WTGCTBG2'],
  })
  const harborLane = createSeller({
    id: 'A2QHARBORLANE',
    name: 'Harbor Lane Home',
    endpoint: 'na',
    marketplaceIds: ['ATVPDKIKX0DER'],
  })
  const germany = 'A1PA6795UKMFR9'
  const kieferhaus = createSeller({
    id: 'A3DKIEFERHAUS',
    name: 'Kieferhaus GmbH',
    endpoint: 'eu',
    marketplaceIds: [germany, 'A1F83G8C2ARO7P', 'A13V1IB3VIYZZH'],
  })
  const world = createState([northfield, harborLane, kieferhaus])
  putItems(world, kieferhaus, germany, kieferhausItems, now)
  return world
}
