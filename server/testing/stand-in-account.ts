import { issueRefreshToken } from '#emulators/amazon/lwa/tokens.ts'
import { putItems, type StockedItem } from '#emulators/amazon/stocked-item.ts'
import type { RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import type { Deps } from '#server/platform/context.ts'
import { unitedStates } from './marketplace.ts'
import { buildAccount } from './stock-sync.ts'

export const standInApplication = {
  id: 'amzn1.application-oa2-client.test',
  secret: 'the-secret-of-the-application',
  appId: 'amzn1.sp.solution.test',
}

type StandIn = Pick<RunningAmazon, 'world' | 'clock'>

/** The stand-in's first seller, with as many SKUs as told. */
export function stockUp(amazon: StandIn, count: number): void {
  const items = Array.from({ length: count }, (_, index): StockedItem => {
    return { sku: `ITEM-${String(index).padStart(6, '0')}`, title: `Item ${index}`, fulfillable: index % 90 }
  })
  putItems(amazon.world, firstSeller(amazon), unitedStates, items, amazon.clock.now())
}

/** An account of that seller, as consent would have made it. */
export async function connectStandIn(
  deps: Pick<Deps, 'db' | 'vault'>,
  companyId: string,
  amazon: StandIn,
): Promise<string> {
  const { id: sellerId } = firstSeller(amazon)
  const refreshToken = issueRefreshToken(amazon.world.tokens, sellerId)
  return buildAccount(deps, companyId, { sellerId, refreshToken })
}

function firstSeller({ world }: StandIn) {
  const [seller] = Object.values(world.sellers)
  if (!seller) throw new Error('The stand-in has no seller')
  return seller
}
