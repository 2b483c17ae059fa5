import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { regionLabels, regions } from '#contract/marketplace-values.ts'
import { type AmazonAccount, marketplaceApi } from '#contract/marketplace.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { useCompanyId } from '#web/lib/session.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { toast } from '#web/ui/toast.ts'
import { PermittedButton } from '../permitted-button.tsx'

type AuthorizationAlertProps = {
  account: ComponentProps<typeof AuthorizeAccountButton>['account'] & Pick<AmazonAccount, 'authorizationError'>
} & Pick<ComponentProps<typeof AuthorizeAccountButton>, 'variant'>

/** Shown while an account is not authorized, with the button to authorize it. */
export function AuthorizationAlert({ account, variant }: AuthorizationAlertProps) {
  const action = <AuthorizeAccountButton account={account} variant={variant} size="small" />
  if (account.authorizationError) {
    return (
      <Alert tone="danger" title="Amazon no longer lets Lockstep in" action={action}>
        {account.authorizationError}
      </Alert>
    )
  }
  if (account.authorizedAt) return null
  return (
    <Alert tone="warning" title="Not authorized yet" action={action}>
      The account is saved. It syncs once you have given your consent at Amazon.
    </Alert>
  )
}

type AuthorizeAccountButtonProps = {
  account: Pick<AmazonAccount, 'id' | 'name' | 'region' | 'authorizedAt'>
} & Pick<ComponentProps<typeof PermittedButton>, 'variant' | 'size'>

/** Redirects to Amazon's consent page, which redirects back to the connection page. */
export function AuthorizeAccountButton({ account, ...button }: AuthorizeAccountButtonProps) {
  const authorize = useAuthorizeAccount()
  const label = account.authorizedAt ? 'Authorize again' : 'Authorize with Amazon'
  return (
    <PermittedButton
      {...button}
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

export const regionOptions = regions.map((region) => ({ value: region, label: regionLabels[region] }))
