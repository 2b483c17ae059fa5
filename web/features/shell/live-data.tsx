import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLiveEvents } from '#web/lib/live-events.ts'
import { onOtherTabChange } from '#web/lib/other-tabs.ts'
import { useSession } from '#web/lib/session.tsx'

/** The stream is scoped to a company when it opens: mount this anew (by key) for another company. */
export function LiveData({ queryClient }: { queryClient: QueryClient }) {
  const { refresh } = useSession()
  useEffect(() => followLiveEvents({ queryClient, onRefused: () => void refresh() }), [queryClient, refresh])
  useEffect(() => onOtherTabChange(() => void refresh()), [refresh])
  return null
}
