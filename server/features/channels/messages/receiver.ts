import { ChannelConfig } from '../config.ts'
import type { ChannelRecord } from '../queries/channels.ts'

/** Where a channel is told of its orders; null when it does not want to be. */
export function messageReceiver({ type, config }: Pick<ChannelRecord, 'type' | 'config'>): string | null {
  const { webhookUrl, commerceAccountId, takesOrders } = ChannelConfig.parse(config)
  if (type === 'website') return webhookUrl
  return type === 'meta_shops' && takesOrders && commerceAccountId ? `Commerce account ${commerceAccountId}` : null
}
