import type { ComponentType } from 'react'
import type { ChannelTabProps } from './channel-tab-props.ts'
import { AttentionTab } from './attention/attention-tab.tsx'
import { ConnectTab } from './connect/connect-tab.tsx'
import { DeliveriesTab } from './deliveries/deliveries-tab.tsx'
import { GeneralTab } from './general/general-tab.tsx'
import { KeysTab } from './keys/keys-tab.tsx'
import { ListingsTab } from './listings/listings-tab.tsx'
import { MessagesTab } from './messages/messages-tab.tsx'

type ChannelTab = { value: string; label: string; Content: ComponentType<ChannelTabProps> }

/** The parts of a channel's drawer, in this order; the first is shown where the address names none. */
export const channelTabs: readonly [ChannelTab, ...ChannelTab[]] = [
  { value: 'general', label: 'General', Content: GeneralTab },
  { value: 'keys', label: 'Keys', Content: KeysTab },
  { value: 'connect', label: 'Connect', Content: ConnectTab },
  { value: 'listings', label: 'Listings', Content: ListingsTab },
  { value: 'deliveries', label: 'Orders in', Content: DeliveriesTab },
  { value: 'messages', label: 'Messages out', Content: MessagesTab },
  { value: 'attention', label: 'Needs attention', Content: AttentionTab },
]
