import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { type AmazonAccount, marketplaceApi } from '#contract/marketplace.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast-store.ts'
import { PermittedButton } from './permitted-button.tsx'
import { useCompanyId } from './use-company-id.ts'

type AuthorizeAccountButtonProps = {
  account: Pick<AmazonAccount, 'id' | 'name' | 'region' | 'authorizedAt'>
} & Pick<ComponentProps<typeof PermittedButton>, 'variant' | 'size'>

/** Leads to Amazon's consent page; from there the browser comes back to the connections. */
export function AuthorizeAccountButton({ account, ...look }: AuthorizeAccountButtonProps) {
  const authorize = useAuthorizeAccount()
  const label = account.authorizedAt ? 'Authorize again' : 'Authorize with Amazon'
  return (
    <PermittedButton
      {...look}
      access={marketplaceApi.initiate.access}
      task="authorize Amazon accounts"
      isPending={authorize.isPending}
      aria-label={`${label}: ${account.name}`}
      onClick={() => authorize.mutate(account)}
    >
      {label}
    </PermittedButton>
  )
}

function useAuthorizeAccount() {
  const companyId = useCompanyId()
  return useMutation({
    mutationFn: ({ id, name, region }: AuthorizeAccountButtonProps['account']) =>
      call(marketplaceApi.initiate, { companyId, integrationName: name, region, accountId: id }),
    onSuccess: ({ authorizationUrl }) => {
      window.open(authorizationUrl, '_self')
    },
    onError: (error) => {
      toast({
        variant: 'destructive',
        title: 'Error',
        description: `Failed to initiate connection. Please try again. ${errorMessage(error)}`,
      })
    },
  })
}
