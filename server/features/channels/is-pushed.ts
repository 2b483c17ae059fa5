import type { ChannelRecord } from './queries/channels.ts'
import { ChannelConfig } from './config.ts'

type PushableChannel = Pick<ChannelRecord, 'type' | 'isActive' | 'accessToken' | 'config'>

/** Whether changes of stock and price are sent to a channel: it is active and there is somewhere to send them to. */
export function isPushed({ type, isActive, accessToken, config }: PushableChannel): boolean {
  const { webhookUrl, catalogId } = ChannelConfig.parse(config)
  const hasReceiver = type === 'meta_shops' ? catalogId !== null && accessToken !== null : webhookUrl !== null
  return isActive && hasReceiver
}
