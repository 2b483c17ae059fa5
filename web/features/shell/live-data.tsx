import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLiveEvents } from '#web/lib/live-events.ts'
import { useSession } from '#web/lib/session.tsx'
import { followAttention } from './follow-attention.ts'

/** The stream belongs to a person and a company when it opens: mount this anew (by key) for others. */
export function LiveData({ queryClient }: { queryClient: QueryClient }) {
  const { refresh } = useSession()
  useEffect(() => followLiveEvents({ queryClient, onRefused: () => void refresh() }), [queryClient, refresh])
  useEffect(() => followAttention(queryClient), [queryClient])
  return null
}
