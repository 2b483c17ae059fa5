import type { CompanyContext } from '#server/platform/context.ts'
import type { SellingChannel } from '../queries/intake.ts'
import type { SkuFinder } from '../queries/skus-of-lines.ts'
import type { Customer } from './match-buyers.ts'

/** What was found for a batch of news before its orders are written. Customers and addresses are named by order. */
export type IntakeContext = {
  ctx: CompanyContext
  now: Date
  channelOf(channelId: string): SellingChannel
  skuOf: SkuFinder
  customerOf: ReadonlyMap<string, Customer>
  addressOf: ReadonlyMap<string, string>
}
