import type { SQL } from 'drizzle-orm'
import { currencyAt } from '#contract/amazon-marketplaces.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { listActiveAccounts } from '../../sync/queries/accounts.ts'
import { nextSendAction } from '../merge/sent.ts'
import { readUnlistedSkus } from '../queries/unlisted.ts'
import type { TwoWaySync } from '../two-way.ts'
import type { FieldChange } from './plan-side.ts'

/**
 * SKUs that are at Amazon nowhere are listed at the first marketplace of the first account, if its prices are in the
 * company's currency. What Amazon refused is tried again when something about it has changed.
 */
export async function planNewListings(
  tx: Tx,
  { ctx, run, account, importsOnly }: TwoWaySync,
  which: SQL,
): Promise<FieldChange[]> {
  const [marketplaceId] = account.marketplaceIds
  if (marketplaceId === undefined || importsOnly) return []
  const place = { companyId: ctx.companyId, accountId: run.accountId, marketplaceId }
  const [first] = await listActiveAccounts(tx, ctx.companyId)
  if (first?.id !== run.accountId) return []
  const now = ctx.clock.now()
  const currency = currencyAt(marketplaceId)
  const unlisted = await readUnlistedSkus(tx, place, which)
  return unlisted
    .filter(({ values, text, sent }) => {
      return values.currency === currency && nextSendAction(text, sent.listing ?? [], now) === 'send'
    })
    .map(({ skuId, text: ours }) => ({
      skuId,
      marketplaceId,
      field: 'listing',
      direction: 'to_amazon',
      ours,
      amazon: null,
      isConflict: false,
    }))
}
