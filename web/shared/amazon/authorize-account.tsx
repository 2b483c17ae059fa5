import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { t } from '#contract/i18n.ts'
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
      <Alert tone="danger" title={t('Lockstep has lost access to Amazon')} action={action}>
        {account.authorizationError}
      </Alert>
    )
  }
  if (account.authorizedAt) return null
  return (
    <Alert tone="warning" title={t('Not authorized yet')} action={action}>
      {t('The account is saved. It will sync once you approve access at Amazon.')}
    </Alert>
  )
}

type AuthorizeAccountButtonProps = {
  account: Pick<AmazonAccount, 'id' | 'name' | 'region' | 'authorizedAt'>
} & Pick<ComponentProps<typeof PermittedButton>, 'variant' | 'size'>

/** Redirects to Amazon's consent page, which redirects back to the connection page. */
export function AuthorizeAccountButton({ account, ...button }: AuthorizeAccountButtonProps) {
  const authorize = useAuthorizeAccount()
  const { name } = account
  const [label, ariaLabel] = account.authorizedAt
    ? [t('Authorize again'), t('Authorize again: {name}', { name })]
    : [t('Authorize with Amazon'), t('Authorize with Amazon: {name}', { name })]
  return (
    <PermittedButton
      {...button}
      access={marketplaceApi.initiate.access}
      task={t('authorize Amazon accounts')}
      isPending={authorize.isPending}
      aria-label={ariaLabel}
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
        title: t('Error'),
        description: t('Failed to initiate connection. Please try again. {error}', { error: errorMessage(error) }),
      })
    },
  })
}

export const regionOptions = regions.map((region) => ({ value: region, label: regionLabels[region] }))
