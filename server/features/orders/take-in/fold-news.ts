import type { OrderData } from '#contract/intake.ts'
import type { News } from './news.ts'

/** An order that is here already. */
export type KnownOrder = {
  channelId: string
  externalOrderId: string
  orderId: string
  orderNumber: string
  channelUpdatedAt: Date | null
  /** Whether it is too late for it to follow its channel. */
  isClosed: boolean
}

export type Telling = News & { order: OrderData }

/** All that a batch of news says of one order. */
export type Story = {
  channelId: string
  externalOrderId: string
  known: KnownOrder | null
  /** The news that tell how the order stands now; null when what is known is as new. */
  telling: Telling | null
  /** When the newest thing happened that is known of it. */
  at: Date | null
  cancelledBy: News | null
  /** The news that the channel has shipped it by itself. */
  shippedBy: News | null
  /** News that were overtaken by newer ones. */
  late: readonly News[]
}

export type KnownStory = Story & { known: KnownOrder }

/** One text for one order of one channel. */
export const keyOf = ({ channelId, externalOrderId }: { channelId: string; externalOrderId: string }): string =>
  `${channelId} ${externalOrderId}`

/**
 * Brings news together by order. The end is the same in whatever order they come and however often: an order stands as
 * the newest news tell it, the news of its creation are the oldest there are, and once cancelled it stays cancelled.
 */
export function foldNews(news: readonly News[], known: readonly KnownOrder[]): Map<string, Story> {
  const knownOf = new Map(known.map((order) => [keyOf(order), order]))
  const stories = new Map<string, Story>()
  for (const one of news) {
    const key = keyOf(one)
    stories.set(key, withNews(stories.get(key) ?? begin(one, knownOf.get(key) ?? null), one))
  }
  return stories
}

const begin = ({ channelId, externalOrderId }: News, known: KnownOrder | null): Story => ({
  channelId,
  externalOrderId,
  known,
  telling: null,
  at: known?.channelUpdatedAt ?? null,
  cancelledBy: null,
  shippedBy: null,
  late: [],
})

function withNews(story: Story, news: News): Story {
  if (news.eventType === 'order.shipped') return { ...story, shippedBy: news }
  const cancelledBy = news.eventType === 'order.cancelled' ? newest(story.cancelledBy, news) : story.cancelledBy
  if (!isTelling(news)) return { ...story, cancelledBy }
  if (isNewer(news, story)) return { ...story, cancelledBy, telling: news, at: latest(story.at, news.at) }
  return isOlder(news, story) ? { ...story, cancelledBy, late: [...story.late, news] } : { ...story, cancelledBy }
}

const newest = (one: News | null, other: News): News => (one?.at && other.at && one.at > other.at ? one : other)

const isTelling = (news: News): news is Telling => news.order !== null

function isNewer({ eventType, at }: News, story: Story): boolean {
  if (!story.known && !story.telling) return true
  return eventType !== 'order.created' && (story.at === null || at === null || at >= story.at)
}

const isOlder = ({ at }: News, story: Story): boolean => at !== null && story.at !== null && at < story.at

/** The later of two moments, where there is one. */
export const latest = (one: Date | null, other: Date | null): Date | null =>
  one === null || other === null ? (one ?? other) : one > other ? one : other
