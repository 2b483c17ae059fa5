import type { CompanyContext } from '#server/platform/context.ts'
import { ChannelConfig, toChannelKind } from '../config.ts'
import type { ChannelRecord } from '../queries/channels.ts'

type PollableChannel = Pick<ChannelRecord, 'type' | 'isActive' | 'accessToken' | 'config'>

/** Whether a channel is to be asked for its orders; one that is a catalogue only has none. */
export function isPolled(channel: PollableChannel, ports: CompanyContext['ports']): boolean {
  const kind = toChannelKind(channel)
  const { takesOrders, commerceAccountId } = ChannelConfig.parse(channel.config)
  const canBeAsked = kind !== null && ports.channels[kind].poll !== undefined
  return canBeAsked && channel.isActive && takesOrders && commerceAccountId !== null && channel.accessToken !== null
}
