import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bulkApi } from '#contract/bulk.ts'
import { maximumPageSize } from '#contract/paging.ts'
import type { SheetUpdate } from '#contract/sheet.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast-store.ts'

/** A page is read once and then belongs to the sheet: news about products must not change it under the hands of an editor. */
export function sheetPage(cursor: string | undefined) {
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
  return useMutation({
    mutationFn: (updates: SheetUpdate[]) => call(bulkApi.saveSheet, { updates }),
    onSuccess: ({ updated, conflicts }) => {
      if (updated > 0 || conflicts.length === 0) {
        toast({ title: 'Changes Saved', description: `Updated ${updated} products successfully` })
      } else {
        toast({
          variant: 'destructive',
          title: 'Save Failed',
          description: 'Somebody else changed these rows in the meantime. Nothing was overwritten.',
        })
      }
      return Promise.all(
        ['products', 'inventory', 'bulk'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
      )
    },
    onError: (error) => toast({ variant: 'destructive', title: 'Save Failed', description: errorMessage(error) }),
  })
}
