import type { FeedFormat } from '#contract/channel-values.ts'

/** The server names the feed as JSON; the other formats differ in the ending. */
export const feedAddress = ({ feedUrl }: { feedUrl: string }, format: FeedFormat): string =>
  feedUrl.replace(/\.json$/, `.${format}`)
