import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ComponentProps } from 'react'
import { marketplaceApi } from '#contract/marketplace.ts'
import { ConnectedButton } from './connected-button.tsx'
import { useSyncInventory } from './use-sync-inventory.ts'

type SyncInventoryProps = Pick<ComponentProps<typeof ConnectedButton>, 'variant'> & { label?: string }

export function SyncInventory({ label = 'Sync Inventory', variant = 'primary' }: SyncInventoryProps) {
  const syncInventory = useSyncInventory()
  return (
    <ConnectedButton
      access={marketplaceApi.syncInventory.access}
      task="start a sync"
      variant={variant}
      isPending={syncInventory.isPending}
      onClick={() => syncInventory.mutate()}
    >
      <RefreshCw aria-hidden />
      {label}
    </ConnectedButton>
  )
}
