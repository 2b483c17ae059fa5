import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sheetPage } from './api.ts'
import { appendPage } from './model/receive-rows.ts'
import type { SheetStore } from './sheet-store.ts'

export type SheetLoading =
  | { state: 'loading'; total: number | null }
  | { state: 'failed'; total: number | null; error: unknown }
  | { state: 'done'; total: number }

/** Brings all rows in, page after page. After a failure `resume` goes on where it ended. */
export function useSheetPages(store: SheetStore): { loading: SheetLoading; resume: () => void } {
  const queryClient = useQueryClient()
  const [loading, setLoading] = useState<SheetLoading>({ state: 'loading', total: null })
  const reached = useRef<string>(undefined)
  const [start, setStart] = useState<{ cursor: string | undefined }>({ cursor: undefined })

  useEffect(() => {
    let isGone = false
    async function loadFrom(cursor: string | undefined): Promise<void> {
      const { rows, total, next } = await queryClient.fetchQuery(sheetPage(cursor))
      if (isGone) return
      store.update((state) => appendPage(state, rows))
      setLoading({ state: next ? 'loading' : 'done', total })
      if (!next) return
      reached.current = next
      return loadFrom(next)
    }
    loadFrom(start.cursor).catch((error: unknown) => {
      if (!isGone) setLoading(({ total }) => ({ state: 'failed', total, error }))
    })
    return () => {
      isGone = true
      void queryClient.cancelQueries({ queryKey: ['sheet'] })
    }
  }, [queryClient, store, start])

  function resume() {
    setLoading(({ total }) => ({ state: 'loading', total }))
    setStart({ cursor: reached.current })
  }

  return { loading, resume }
}
