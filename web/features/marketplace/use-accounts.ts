import { useQuery } from '@tanstack/react-query'
import { marketplaceApi } from '#contract/marketplace.ts'
import { call } from '#web/lib/api.ts'
import { useCompanyId } from '#web/shared/use-company-id.ts'

export function useAccounts() {
  const companyId = useCompanyId()
  return useQuery({
    queryKey: ['marketplace', 'accounts', companyId],
    queryFn: ({ signal }) => call(marketplaceApi.accounts, { companyId }, { signal }),
  })
}
