import { pushOffers } from './push/push-offers.ts'
import { sendMessages } from './messages/send-messages.ts'
import { pollChannel } from './poll/poll-channel.ts'
import { startDuePolls } from './poll/start-due-polls.ts'
import { triggerWaitingWork } from './wake-waiting.ts'
import { replayDead } from './inbox/replay-dead.ts'
import { purgeDeliveries } from './purge-deliveries.ts'

export const channelsJobs = {
  'channels.push-offers': pushOffers,
  'channels.send-messages': sendMessages,
  'channels.poll': pollChannel,
  'channels.start-due-polls': startDuePolls,
  'channels.wake-waiting': triggerWaitingWork,
  'channels.replay-dead': replayDead,
  'channels.purge': purgeDeliveries,
}
