import RefreshCw from 'lucide-react/icons/refresh-cw'
import { BlockedButton } from '#web/ui/blocked-button.tsx'

export function SyncInventory() {
  return (
    <BlockedButton variant="primary" reason="No Amazon account is connected.">
      <RefreshCw aria-hidden />
      Sync Inventory
    </BlockedButton>
  )
}
