import Store from 'lucide-react/icons/store'
import { QueryContent } from '#web/shared/loaded.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useAccounts } from '../use-accounts.ts'
import { AccountItem } from './account-item.tsx'

export function AccountsCard() {
  const query = useAccounts()
  return (
    <Card aria-labelledby="accounts-heading">
      <CardHeader id="accounts-heading" title="Connected accounts" />
      <QueryContent what="The accounts" query={query} isInCard>
        {(accounts) =>
          accounts.length === 0 ? (
            <EmptyState icon={<Store />}>
              No Amazon account is connected yet. New Connection leads you to Amazon and back.
            </EmptyState>
          ) : (
            <ul aria-label="Connected accounts" className="divide-y">
              {accounts.map((account) => (
                <AccountItem key={account.id} account={account} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Card>
  )
}
