import { AuthorizeAccountButton } from '#web/shared/authorize-account.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { useAccounts } from '../use-accounts.ts'

/** What stopped by itself and only a person can start again, so it stands above all else. */
export function RefusedAccounts() {
  const { data: accounts = [] } = useAccounts()
  return accounts
    .filter(({ authorizationError }) => authorizationError !== null)
    .map((account) => (
      <Alert
        key={account.id}
        tone="danger"
        title={`${account.name} must be authorized again`}
        action={<AuthorizeAccountButton account={account} size="small" />}
      >
        <p>{account.authorizationError}</p>
        <p>Its syncs have stopped; products and stock stay as they are.</p>
      </Alert>
    ))
}
