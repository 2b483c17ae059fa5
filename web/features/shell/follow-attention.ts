import { hashKey, type QueryClient } from '@tanstack/react-query'
import { attentionCountKey } from './waiting-key.ts'

const attentionCountHash = hashKey(attentionCountKey)

/** Orders show what of them needs attention, so news of that are news of orders too. Returns how to stop. */
export function refetchOrdersWithAttention(queryClient: QueryClient): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate' || event.query.queryHash !== attentionCountHash)
      return
    void queryClient.invalidateQueries({ queryKey: ['orders'] })
  })
}
