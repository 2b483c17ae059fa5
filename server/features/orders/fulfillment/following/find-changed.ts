import type { CompanyContext } from '#server/platform/context.ts'
import { getConnectedAccountOrThrow } from '#server/features/marketplace/account.ts'
import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import {
  scheduleChanged,
  listAccountsToPoll,
  recordPoll,
  type PolledAccount,
} from '../../queries/attempts-to-follow.ts'
import { toReadFailure } from './trouble.ts'

const pollIntervalSeconds = 60
/** Amazon's list may lag behind what it lists. */
const overlapSeconds = 5 * 60
/** A shop with more changes than this hears of the others when their turn comes. */
const maxPages = 20

/** Accounts that have not been asked for changes since then are asked now. */
export const pollCutoff = (now: Date): Date => new Date(now.getTime() - pollIntervalSeconds * 1000)

/** Asks Amazon once a minute what has changed, so that it is read now and not when its turn comes. */
export async function pollChanges(ctx: CompanyContext, service: FulfillmentService): Promise<void> {
  const { companyId } = ctx
  const before = pollCutoff(ctx.clock.now())
  const accounts = await ctx.transaction((tx) => listAccountsToPoll(tx, companyId, before))
  for (const account of accounts) await pollAccount(ctx, service, account)
}

/** An account that can't be asked now is asked in a minute; its attempts are read in their turn all the same. */
async function pollAccount(ctx: CompanyContext, service: FulfillmentService, account: PolledAccount): Promise<void> {
  const { companyId } = ctx
  const polledAt = ctx.clock.now()
  try {
    const externalIds = await listChanged(ctx, service, account, polledAt)
    const { id: accountId, readAt } = account
    await ctx.transaction(async (tx) => {
      await scheduleChanged(tx, { companyId, accountId, externalIds, readAt, now: ctx.clock.now() })
      await recordPoll(tx, companyId, accountId, polledAt)
    })
  } catch (error) {
    await toReadFailure(ctx, account, error)
  }
}

async function listChanged(
  ctx: CompanyContext,
  service: FulfillmentService,
  { id, readAt, marketplaceIds }: PolledAccount,
  polledAt: Date,
): Promise<string[]> {
  const account = await getConnectedAccountOrThrow(ctx, id)
  const since = new Date((readAt ?? polledAt).getTime() - overlapSeconds * 1000)
  const found: string[] = []
  for (const marketplaceId of marketplaceIds) {
    let page: string | undefined
    for (let pages = 0; pages < maxPages; pages += 1) {
      const { externalIds, next } = await service.listChanged(account, { marketplaceId, since, ...(page && { page }) })
      found.push(...externalIds)
      if (next === null) break
      page = next
    }
  }
  return found
}
