import type { ChannelDetail } from '#contract/channels.ts'
import type { Secrets } from '../keys/use-secrets.ts'

export type GuideProps = {
  channel: ChannelDetail
  secrets: Secrets
  /** Leads to the settings that a step asks for. */
  onGeneral: () => void
}
