import { issueRefreshToken } from '#emulators/amazon/lwa/tokens.ts'
import { putItems, type StockedItem } from '#emulators/amazon/stocked-items.ts'
import type { RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import type { Deps } from '#server/platform/context.ts'
import { unitedStates } from './fake-marketplace.ts'
import { buildAccount } from './stock-sync-fixture.ts'

export const emulatorApplication = {
  id: 'amzn1.application-oa2-client.test',
  secret: 'the-secret-of-the-application',
  appId: 'amzn1.sp.solution.test',
}

type AmazonEmulator = Pick<RunningAmazon, 'state' | 'clock'>

/** Stocks the emulator's first seller with this many SKUs. */
export function stockEmulator(amazon: AmazonEmulator, count: number): void {
  const items = Array.from({ length: count }, (_, index): StockedItem => {
    return { sku: `ITEM-${String(index).padStart(6, '0')}`, title: `Item ${index}`, fulfillable: index % 90 }
  })
  putItems(amazon.state, firstSeller(amazon), unitedStates, items, amazon.clock.now())
}

/** Connects that seller's account, as its consent would. */
export async function connectEmulatorAccount(
  deps: Pick<Deps, 'db' | 'vault'>,
  companyId: string,
  amazon: AmazonEmulator,
): Promise<string> {
  const { id: sellerId } = firstSeller(amazon)
  const refreshToken = issueRefreshToken(amazon.state.tokens, sellerId)
  return buildAccount(deps, companyId, { sellerId, refreshToken })
}

function firstSeller({ state }: AmazonEmulator) {
  const [seller] = Object.values(state.sellers)
  if (!seller) throw new Error('The stand-in has no seller')
  return seller
}
