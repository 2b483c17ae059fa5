import type { ChannelListing } from '#contract/channel-listings.ts'
import { ListingSyncBadge } from '#web/shared/listing-sync-badge.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'

/** Whether the channel knows of it, and since when. */
export function SyncState({ listing: { syncStatus, lastSyncedAt } }: { listing: ChannelListing }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {syncStatus ? <ListingSyncBadge status={syncStatus} /> : <span className="text-muted">Not sent</span>}
      {lastSyncedAt && (
        <span className="text-sm text-muted">
          {syncStatus !== 'synced' && 'Last synced '}
          <RelativeTime moment={lastSyncedAt} />
        </span>
      )}
    </span>
  )
}
