import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockChannel, updateChannelRow } from './queries/channels.ts'
import { recordAllOffersChanged } from './queries/offer-changes.ts'

/** Notes whether the channel lets us in: `error` is its reason not to, null when it does again, and has much to catch up on. */
export async function recordAccess(
  tx: Tx,
  ctx: CompanyContext,
  channelId: string,
  error: string | null,
): Promise<void> {
  const { companyId } = ctx
  const { accessError, isPushed } = await lockChannel(tx, companyId, channelId)
  if (accessError === error) return
  await updateChannelRow(tx, companyId, channelId, { accessError: error })
  if (error === null && isPushed) await recordAllOffersChanged(tx, { companyId, channelId })
  await ctx.publishChange(tx, 'channels')
}
