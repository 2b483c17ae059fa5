import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CompanySettings, settingsApi } from '#contract/settings.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast-store.ts'

const settingsKey = ['settings', 'company']

export function useSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(settingsApi.read, {}, { signal }),
  })
}

type SaveToasts = {
  /** Such as "Notification settings have been updated". */
  done: string
  /** Such as "Failed to save notification settings". */
  failed: string
}

/** Saves one part of the settings; the answer is all of them. */
export function useSaveSettings<Input>(save: (input: Input) => Promise<CompanySettings>, { done, failed }: SaveToasts) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: (settings) => {
      toast({ title: 'Settings Saved', description: done })
      queryClient.setQueryData(settingsKey, settings)
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Error', description: `${failed}. ${errorMessage(error)}` }),
  })
}
