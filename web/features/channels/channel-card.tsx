import Settings from 'lucide-react/icons/settings'
import type { ChannelRow } from '#contract/channels.ts'
import { ActiveBadge } from '#web/shared/active-badge.tsx'
import { ChannelIcon } from '#web/shared/channel-icon.tsx'
import { Fact } from '#web/shared/fact.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { AddressField } from './address-field.tsx'
import { typeLabel } from './channel-kind.ts'
import { ConnectionBadge } from './connection-badge.tsx'
import { SecretLine } from './keys/secret-line.tsx'
import { useSecrets } from './keys/use-secrets.ts'
import { ProblemsLink } from './problems-link.tsx'
import { SyncChannel } from './sync-channel.tsx'

type ChannelCardProps = { channel: ChannelRow; onSettings: () => void }

export function ChannelCard({ channel, onSettings }: ChannelCardProps) {
  const { id, name, type, isActive, accessError, problems } = channel
  return (
    <Card aria-labelledby={`channel-${id}`} className="flex h-full flex-col gap-4 p-4">
      <div className="flex gap-3">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-lg border bg-sunken text-muted">
          <ChannelIcon type={type} className="size-5" />
        </span>
        <div className="grid min-w-0 flex-1 content-start gap-1">
          <h2 id={`channel-${id}`} className="font-semibold wrap-anywhere">
            {name}
          </h2>
          <p className="text-sm text-muted">{typeLabel(channel)}</p>
          <p className="flex flex-wrap gap-1.5">
            <ActiveBadge isActive={isActive} />
            <ConnectionBadge isActive={isActive} />
          </p>
        </div>
      </div>
      {accessError && (
        <Alert tone="danger" title="The channel no longer lets Lockstep in">
          {accessError}
        </Alert>
      )}
      <LastActivity channel={channel} />
      {type === 'website' && <WebsiteAccess channel={channel} />}
      {problems > 0 && <ProblemsLink channel={channel} />}
      <div className="mt-auto flex flex-wrap justify-end gap-2">
        <SyncChannel channel={channel} />
        <Button size="small" aria-label={`Settings of ${name}`} onClick={onSettings}>
          <Settings aria-hidden />
          Settings
        </Button>
      </div>
    </Card>
  )
}

function WebsiteAccess({ channel: { id, name, slug, apiKey, hasKey } }: { channel: ChannelRow }) {
  const secrets = useSecrets(id)
  return (
    <div className="grid gap-3">
      <div>
        <p className="font-medium">API key</p>
        <SecretLine label="API key" of={name} name="apiKey" masked={apiKey} isMissing={!hasKey} secrets={secrets} />
      </div>
      <AddressField label="Product feed URL" of={name} address={`${window.location.origin}/api/feed/${slug}.json`} />
    </div>
  )
}

function LastActivity({ channel: { lastOrderAt, lastSyncedAt } }: { channel: ChannelRow }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      <Fact label="Last order">{lastOrderAt ? <RelativeTime moment={lastOrderAt} /> : 'None yet'}</Fact>
      <Fact label="Last sync">{lastSyncedAt ? <RelativeTime moment={lastSyncedAt} /> : 'Never'}</Fact>
    </dl>
  )
}
