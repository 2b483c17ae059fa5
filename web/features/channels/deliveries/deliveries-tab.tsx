import { useState } from 'react'
import { intakeStates } from '#contract/channel-values.ts'
import { useUrlParam } from '#web/shared/use-url-param.ts'
import type { ChannelTabProps } from '../channel-tab-props.ts'
import { DeliveryList } from './delivery-list.tsx'
import { DeliveryDetailView } from './delivery-view.tsx'

/** What the channel sent us: all of it, or one delivery in full. */
export function DeliveriesTab({ channel, onTabChange }: Pick<ChannelTabProps, 'channel' | 'onTabChange'>) {
  const [openId, setOpenId] = useUrlParam('delivery')
  const [stateParam, setState] = useUrlParam('state')
  const [lastOpenId, setLastOpenId] = useState<string | null>(null)
  const state = intakeStates.find((one) => one === stateParam)

  if (openId) {
    return (
      <DeliveryDetailView
        key={openId}
        channelId={channel.id}
        deliveryId={openId}
        onBack={() => {
          setLastOpenId(openId)
          setOpenId(null)
        }}
      />
    )
  }
  return (
    <DeliveryList
      channel={channel}
      state={state}
      onStateChange={setState}
      onOpen={setOpenId}
      lastOpenId={lastOpenId}
      onConnect={() => onTabChange('connect')}
    />
  )
}
