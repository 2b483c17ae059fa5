import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeToLiveEvents } from '#web/lib/live-events.ts'
import { useSession } from '#web/lib/session.tsx'
import { refetchOrdersWithAttention } from './follow-attention.ts'

/** The stream belongs to a person and a company when it opens: mount this anew (by key) for others. */
export function LiveData({ queryClient }: { queryClient: QueryClient }) {
  const { refresh } = useSession()
  useEffect(() => subscribeToLiveEvents({ queryClient, onRefused: () => void refresh() }), [queryClient, refresh])
  useEffect(() => refetchOrdersWithAttention(queryClient), [queryClient])
  return null
}
