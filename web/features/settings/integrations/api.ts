import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/i18n.ts'
import { marketplaceApi, type SaveIntegration } from '#contract/marketplace.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'

export function useIntegration() {
  return useQuery({
    queryKey: ['marketplace', 'integration'],
    queryFn: ({ signal }) => call(marketplaceApi.integration, {}, { signal }),
  })
}

export function useSaveIntegration() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (integration: SaveIntegration) => call(marketplaceApi.saveIntegration, integration),
    onSuccess: () => {
      toast({ title: t('Amazon integration configured successfully') })
      return queryClient.invalidateQueries({ queryKey: ['marketplace'] })
    },
    onError: (error) => toast({ variant: 'destructive', title: t('Setup Failed'), description: errorMessage(error) }),
  })
}
