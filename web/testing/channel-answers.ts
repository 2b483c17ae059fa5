import { attentionApi } from '#contract/attention.ts'
import { type ChannelDetail, type ChannelRow, channelsApi } from '#contract/channels.ts'
import { channelSecrets } from './channel-builders.ts'
import { answer } from './server.ts'

/** Answers what the channels screen asks; `detail` is the channel whose drawer is opened. */
export function answerChannels({ rows, detail }: { rows?: ChannelRow[]; detail?: ChannelDetail }): void {
  const list = rows ?? (detail ? [detail] : [])
  answer(channelsApi.list, list, { total: list.length })
  if (detail) answer(channelsApi.detail, detail)
  answer(attentionApi.list, [], { total: 0 })
}

/** Lets secrets be shown; the list fills with what was asked for. */
export const answerReveal = () => answer(channelsApi.reveal, ({ secret }) => ({ value: channelSecrets[secret] }))
