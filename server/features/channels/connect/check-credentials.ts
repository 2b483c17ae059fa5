import type { PlatformContext } from '#server/platform/context.ts'
import { listCompaniesWithChannels } from '../channel-queries.ts'
import { daysLeft, warnDays } from '../health-rules.ts'
import { listEndingCredentials } from './queries.ts'

/**
 * Job `channels.check-credentials`, once a day. Says in the log, and on the channel's card, that credentials end in 30, 7 and 1 days.
 */
export async function checkCredentials(ctx: PlatformContext): Promise<{ ending: number }> {
  let ending = 0
  for (const companyId of await ctx.transaction(listCompaniesWithChannels)) {
    ending += await ctx.transaction(async (tx) => {
      const now = ctx.clock.now()
      const before = new Date(now.getTime() + (warnDays.first + 1) * 86_400_000)
      const found = await listEndingCredentials(tx, companyId, before)
      const warned = found.filter(({ expireAt }) => expireAt && isWarningDay(daysLeft(expireAt, now)))
      for (const { id, name, expireAt } of warned) {
        ctx.log.warn(
          { companyId, channelId: id, channel: name, expireAt },
          'the credentials of a channel end soon; someone of the company has to renew them on its card',
        )
      }
      if (found.length > 0) await ctx.notifyCompany(tx, companyId, 'channels')
      return warned.length
    }, companyId)
  }
  return { ending }
}

const isWarningDay = (days: number): boolean =>
  days === warnDays.first || days === warnDays.second || days <= warnDays.last
