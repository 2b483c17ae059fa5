import { keyOf, type Story } from './fold-news.ts'
import type { NewOrder } from './new-orders.ts'
import type { News, Taken } from './news.ts'
import type { OrderChange } from './order-change.ts'

type TakenIn = { stories: ReadonlyMap<string, Story>; fresh: readonly NewOrder[]; changes: readonly OrderChange[] }

/** What became of each piece of news, now that the orders have changed. */
export function answersTo(news: readonly News[], { stories, fresh, changes }: TakenIn): Taken[] {
  const newIds = new Map(fresh.map(({ orderId, story }) => [keyOf(story), orderId]))
  const changeOf = new Map(changes.map((change) => [change.orderId, change]))
  return news.map((one) => {
    const story = stories.get(keyOf(one))
    const orderId = story?.known?.orderId ?? newIds.get(keyOf(one)) ?? ''
    return answerTo(one, story, changeOf.get(orderId))
  })
}

function answerTo(news: News, story: Story | undefined, change: OrderChange | undefined): Taken {
  if (!change) return { outcome: 'remembered', orderId: null, orderNumber: null, isNew: false }
  const { orderId, orderNumber, outcome } = change
  const isLate = story?.late.includes(news)
  return { outcome: isLate ? 'nothing_new' : outcome, orderId, orderNumber, isNew: outcome === 'placed' }
}
