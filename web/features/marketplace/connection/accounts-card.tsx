import Store from 'lucide-react/icons/store'
import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useAccounts } from '../use-accounts.ts'
import { AccountItem } from './account-item.tsx'

export function AccountsCard() {
  const { data: accounts, error, isFetching, refetch } = useAccounts()
  return (
    <Card aria-labelledby="accounts-heading">
      <CardHeader id="accounts-heading" title="Connected accounts" />
      {error && (
        <CardBody>
          <FailedToLoad what="The accounts" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </CardBody>
      )}
      {!accounts && !error && <Spinner />}
      {accounts?.length === 0 && (
        <EmptyState icon={<Store />}>
          No Amazon account is connected yet. New Connection leads you to Amazon and back.
        </EmptyState>
      )}
      {accounts && accounts.length > 0 && (
        <ul aria-label="Connected accounts" className="divide-y">
          {accounts.map((account) => (
            <AccountItem key={account.id} account={account} />
          ))}
        </ul>
      )}
    </Card>
  )
}
