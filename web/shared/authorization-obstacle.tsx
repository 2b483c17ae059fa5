import type { ComponentProps } from 'react'
import type { AmazonAccount } from '#contract/marketplace.ts'
import { Alert } from '#web/ui/alert.tsx'
import { AuthorizeAccountButton } from './authorize-account.tsx'

type AuthorizationAlertProps = {
  account: ComponentProps<typeof AuthorizeAccountButton>['account'] & Pick<AmazonAccount, 'authorizationError'>
} & Pick<ComponentProps<typeof AuthorizeAccountButton>, 'variant'>

/** What keeps an account from syncing, and the way out; nothing while Amazon lets it in. */
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
