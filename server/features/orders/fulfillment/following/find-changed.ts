import type { CompanyContext } from '#server/platform/context.ts'
import { openAccount } from '#server/features/marketplace/account.ts'
import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import { hastenChanged, listAccountsToAsk, noteListed, type ListedAccount } from '../../queries/attempts-to-follow.ts'
import { troubleOf } from './trouble.ts'

const everySeconds = 60
/** Amazon's list may lag behind what it lists. */
const overlapSeconds = 5 * 60
/** A shop with more changes than this hears of the others when their turn comes. */
const mostPages = 20

/** Accounts that have not been asked for changes since then are asked now. */
export const listedBefore = (now: Date): Date => new Date(now.getTime() - everySeconds * 1000)

/** Asks Amazon once a minute what has changed, so that it is read now and not when its turn comes. */
export async function findChanged(ctx: CompanyContext, service: FulfillmentService): Promise<void> {
  const { companyId } = ctx
  const before = listedBefore(ctx.clock.now())
  const accounts = await ctx.transaction((tx) => listAccountsToAsk(tx, companyId, before))
  for (const account of accounts) await askAccount(ctx, service, account)
}

/** An account that can't be asked now is asked in a minute; its attempts are read in their turn all the same. */
async function askAccount(ctx: CompanyContext, service: FulfillmentService, account: ListedAccount): Promise<void> {
  const { companyId } = ctx
  const askedAt = ctx.clock.now()
  try {
    const externalIds = await listChanged(ctx, service, account, askedAt)
    const { id: accountId, readAt } = account
    await ctx.transaction(async (tx) => {
      await hastenChanged(tx, { companyId, accountId, externalIds, readAt, now: ctx.clock.now() })
      await noteListed(tx, companyId, accountId, askedAt)
    })
  } catch (error) {
    await troubleOf(ctx, account, error)
  }
}

async function listChanged(
  ctx: CompanyContext,
  service: FulfillmentService,
  { id, readAt, marketplaceIds }: ListedAccount,
  askedAt: Date,
): Promise<string[]> {
  const account = await openAccount(ctx, id)
  const since = new Date((readAt ?? askedAt).getTime() - overlapSeconds * 1000)
  const found: string[] = []
  for (const marketplaceId of marketplaceIds) {
    let page: string | undefined
    for (let pages = 0; pages < mostPages; pages += 1) {
      const { externalIds, next } = await service.listChanged(account, { marketplaceId, since, ...(page && { page }) })
      found.push(...externalIds)
      if (next === null) break
      page = next
    }
  }
  return found
}
