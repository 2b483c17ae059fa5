import { useId } from 'react'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import type { AmazonAccount } from '#contract/marketplace.ts'
import { regionLabels } from '#contract/marketplace-values.ts'
import { ActiveBadge } from '#web/shared/active-badge.tsx'
import { AuthorizationAlert } from '#web/shared/authorization-obstacle.tsx'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { Fact } from '#web/shared/fact.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { DisconnectAccount } from './disconnect-account.tsx'

export function AccountItem({ account }: { account: AmazonAccount }) {
  const headingId = useId()
  return (
    <li aria-labelledby={headingId} className="grid gap-4 p-4 md:p-5">
      <div className="flex items-start justify-between gap-4">
        <h3 id={headingId} className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 pt-1.5 font-semibold">
          <span className="wrap-anywhere">{account.name}</span> <ActiveBadge isActive={account.isActive} />
        </h3>
        <DisconnectAccount account={account} />
      </div>
      <AuthorizationAlert account={account} />
      <Facts account={account} />
    </li>
  )
}

function Facts({ account }: { account: AmazonAccount }) {
  const { region, sellerId, marketplaceIds, authorizedAt, lastSyncedAt } = account
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-5">
      <Fact label="Region">{regionLabels[region]}</Fact>
      <Fact label="Seller ID">
        <CopyableCode label="seller ID" code={sellerId} />
      </Fact>
      <Fact label="Marketplaces">{marketplaceIds.map(marketplaceName).join(', ') || '—'}</Fact>
      <Fact label="Authorized">{authorizedAt ? <RelativeTime moment={authorizedAt} /> : 'Not yet'}</Fact>
      <Fact label="Last synced">{lastSyncedAt ? <RelativeTime moment={lastSyncedAt} /> : 'Never'}</Fact>
    </dl>
  )
}
