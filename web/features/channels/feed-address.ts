import type { FeedFormat } from '#contract/channel-words.ts'

/** The server names the feed as JSON; the other formats differ in the ending. */
export const feedAddress = ({ feedUrl }: { feedUrl: string }, format: FeedFormat): string =>
  feedUrl.replace(/\.json$/, `.${format}`)
