import type { ChannelDetail } from '#contract/channels.ts'
import type { Secrets } from './keys/use-secrets.ts'

export type ChannelTabProps = {
  channel: ChannelDetail
  secrets: Secrets
  /** Tells whether something was typed that leaving the tab would lose. */
  onDirtyChange: (isDirty: boolean) => void
  /** Shows another tab in the place of this one. */
  onTabChange: (tab: string) => void
}
