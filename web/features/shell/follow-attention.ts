import { hashKey, type QueryClient } from '@tanstack/react-query'
import { waitingKey } from './waiting-key.ts'

const waitingHash = hashKey(waitingKey)

/** Orders show what of them needs attention, so news of that are news of orders too. Returns how to stop. */
export function followAttention(queryClient: QueryClient): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate' || event.query.queryHash !== waitingHash) return
    void queryClient.invalidateQueries({ queryKey: ['orders'] })
  })
}
