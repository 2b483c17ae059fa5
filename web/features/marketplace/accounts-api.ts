import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { type AmazonAccount, marketplaceApi } from '#contract/marketplace.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { useCompanyId } from '#web/lib/session.tsx'
import { toast } from '#web/ui/toast.ts'

export function useAccounts() {
  const companyId = useCompanyId()
  return useQuery({
    queryKey: ['marketplace', 'accounts', companyId],
    queryFn: ({ signal }) => call(marketplaceApi.accounts, { companyId }, { signal }),
  })
}

type NewConnectionInput = Omit<InputOf<typeof marketplaceApi.initiate>, 'companyId' | 'accountId'>

export function useInitiateConnection() {
  const companyId = useCompanyId()
  return useMutation({
    mutationFn: (connection: NewConnectionInput) => call(marketplaceApi.initiate, { companyId, ...connection }),
  })
}

export function useDisconnectAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: AmazonAccount) => call(marketplaceApi.disconnect, { id }),
    onSuccess: (_, { name }) => {
      toast({ title: t('Account Disconnected'), description: t('{name} no longer syncs with Amazon', { name }) })
      return queryClient.invalidateQueries({ queryKey: ['marketplace'] })
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: t('Disconnect Failed'), description: errorMessage(error) })
    },
  })
}
