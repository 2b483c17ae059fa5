import type { ChannelDetail } from '#contract/channels.ts'
import type { Secrets } from './keys/use-secrets.ts'

export type ChannelTabProps = {
  channel: ChannelDetail
  secrets: Secrets
  /** Reports unsaved input, so that the drawer asks before it leaves the tab. */
  onDirtyChange: (isDirty: boolean) => void
  /** Opens another tab. */
  onTabChange: (tab: string) => void
}
