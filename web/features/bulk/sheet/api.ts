import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { bulkApi } from '#contract/bulk.ts'
import { t } from '#contract/i18n.ts'
import { maximumPageSize } from '#contract/paging.ts'
import type { SheetUpdate } from '#contract/sheet.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { useUndoInToast } from '#web/shared/undo-changes.ts'
import { toast } from '#web/ui/toast.ts'
import { appendPage } from './model/state.ts'
import type { SheetStore } from './sheet-store.ts'

export type SheetLoading =
  | { state: 'loading'; total: number | null }
  | { state: 'failed'; total: number | null; error: unknown }
  | { state: 'done'; total: number }

/** Loads all rows into the store, page by page. After a failure, `resume` continues with the page that failed. */
export function useSheetPages(store: SheetStore): { loading: SheetLoading; resume: () => void } {
  const queryClient = useQueryClient()
  const [loading, setLoading] = useState<SheetLoading>({ state: 'loading', total: null })
  const nextCursor = useRef<string>(undefined)
  const [start, setStart] = useState<{ cursor: string | undefined }>({ cursor: undefined })

  useEffect(() => {
    let isCancelled = false
    async function loadFrom(cursor: string | undefined): Promise<void> {
      const { rows, total, next } = await queryClient.fetchQuery(sheetPage(cursor))
      if (isCancelled) return
      store.update((state) => appendPage(state, rows))
      setLoading({ state: next ? 'loading' : 'done', total })
      if (!next) return
      nextCursor.current = next
      return loadFrom(next)
    }
    loadFrom(start.cursor).catch((error: unknown) => {
      if (!isCancelled) setLoading(({ total }) => ({ state: 'failed', total, error }))
    })
    return () => {
      isCancelled = true
      void queryClient.cancelQueries({ queryKey: ['sheet'] })
    }
  }, [queryClient, store, start])

  function resume() {
    setLoading(({ total }) => ({ state: 'loading', total }))
    setStart({ cursor: nextCursor.current })
  }

  return { loading, resume }
}

/** Reads one page of the sheet. It is not cached or refetched: the sheet owns its rows while somebody edits them. */
function sheetPage(cursor: string | undefined) {
  return {
    queryKey: ['sheet', cursor ?? 'first'],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callPage(bulkApi.sheetData, { limit: maximumPageSize, cursor }, { signal }),
    staleTime: 0,
    gcTime: 0,
  }
}

export function useSaveSheet() {
  const queryClient = useQueryClient()
  const undoInToast = useUndoInToast()
  return useMutation({
    mutationFn: (updates: SheetUpdate[]) => call(bulkApi.saveSheet, { updates }),
    onSuccess: ({ changeSetId, updated, conflicts }) => {
      if (updated > 0 || conflicts.length === 0) {
        toast({
          title: t('Changes Saved'),
          description: t('Updated {updated} products successfully', { updated }),
          action: changeSetId === null ? undefined : undoInToast(changeSetId),
        })
      } else {
        toast({
          variant: 'destructive',
          title: t('Save Failed'),
          description: t('Someone else changed these rows in the meantime. Nothing was overwritten.'),
        })
      }
      return Promise.all(
        ['products', 'inventory', 'bulk'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
      )
    },
    onError: (error) => toast({ variant: 'destructive', title: t('Save Failed'), description: errorMessage(error) }),
  })
}
