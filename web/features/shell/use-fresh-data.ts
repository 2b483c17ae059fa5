import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** Drops and refetches everything when the session gets another mark, so that none of the old company's data stays. */
export function useResetOnSessionChange(queryClient: QueryClient, mark: string): void {
  const shownMark = useRef(mark)
  useEffect(() => {
    if (shownMark.current === mark) return
    shownMark.current = mark
    void queryClient.resetQueries()
  }, [queryClient, mark])
}
