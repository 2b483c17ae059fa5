import type { CompanyContext } from '#server/platform/context.ts'
import { releaseChannelLease, acquireChannelLease } from './queries/turns.ts'

/** Longer than a channel is ever waited for. A process that dies within its turn keeps the others out for as long. */
const leaseSeconds = 120

/**
 * Of two messages about a SKU that are on their way at once the older may arrive last, and its quantity would stay. So a
 * channel is told by one process at a time. Answers whether it was this one's turn.
 */
export async function withChannelLock(
  ctx: CompanyContext,
  channelId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const { companyId, clock } = ctx
  const now = clock.now()
  const lease = { companyId, channelId, until: new Date(now.getTime() + leaseSeconds * 1000) }
  if (!(await ctx.transaction((tx) => acquireChannelLease(tx, lease, now)))) return false
  try {
    await work()
  } finally {
    await ctx.transaction((tx) => releaseChannelLease(tx, lease))
  }
  return true
}
