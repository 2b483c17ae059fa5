import RefreshCw from 'lucide-react/icons/refresh-cw'
import { marketplaceApi } from '#contract/marketplace.ts'
import { ConnectedButton } from './connected-button.tsx'
import { useSyncInventory } from './use-sync-inventory.ts'

export function SyncInventory() {
  const syncInventory = useSyncInventory()
  return (
    <ConnectedButton
      access={marketplaceApi.syncInventory.access}
      deed="start a sync"
      variant="primary"
      isPending={syncInventory.isPending}
      onClick={() => syncInventory.mutate()}
    >
      <RefreshCw aria-hidden />
      Sync Inventory
    </ConnectedButton>
  )
}
