import type { PlatformContext } from '#server/platform/context.ts'
import { listActiveCompanies } from './channel-queries.ts'
import { checkCredentials } from './connect/check-credentials.ts'
import { purgeAttempts } from './connect/consent.ts'
import { watchWebhooks } from './connect/watch-webhooks.ts'
import { purgeDeliveries, replayDead } from './inbox/deliveries.ts'
import { sendMessages } from './messages/send-messages.ts'
import { matchNewItems } from './items/apply-matches.ts'
import { readItems, startDueReadings } from './items/read-items.ts'
import { pollChannel } from './poll/poll-channels.ts'
import { startDuePolls } from './poll/start-due-polls.ts'
import { pushOffers } from './push/push-offers.ts'

export const channelsJobs = {
  'channels.push-offers': pushOffers,
  'channels.send-messages': sendMessages,
  'channels.poll': pollChannel,
  'channels.start-due-polls': startDuePolls,
  'channels.watch-webhooks': watchWebhooks,
  'channels.check-credentials': checkCredentials,
  'channels.read-items': readItems,
  'channels.match-items': matchNewItems,
  'channels.start-due-readings': startDueReadings,
  'channels.wake-waiting': triggerWaitingWork,
  'channels.replay-dead': replayDead,
  'channels.purge': purge,
}

/** Job `channels.purge`. */
async function purge(ctx: PlatformContext): Promise<{ dropped: number }> {
  const attempts = await purgeAttempts(ctx)
  const { dropped } = await purgeDeliveries(ctx)
  return { dropped: dropped + attempts }
}

/** Job `channels.wake-waiting`. Recovers work whose process died after writing it and before triggering its worker. */
export async function triggerWaitingWork(ctx: PlatformContext): Promise<{ companies: number; woken: number }> {
  const found = await ctx.transaction(listActiveCompanies)
  let woken = 0
  for (const companyId of found) {
    try {
      woken += (await ctx.triggerDueWorkers(companyId)).length
    } catch (error) {
      ctx.log.error(
        { err: error, companyId },
        'could not trigger the waiting work of a company; the next run tries again',
      )
    }
  }
  return { companies: found.length, woken }
}
