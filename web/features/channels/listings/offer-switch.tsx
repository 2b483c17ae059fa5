import { channelListingsApi } from '#contract/channel-listings.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useUpdateListing } from './api.ts'
import type { ListingProps } from './listing-props.ts'

/** Takes effect at once; switching it back is the way to undo it. */
export function VisibilitySwitch({
  listing: { skuId, sku, isActive, isVisible },
  channel: { id, name },
}: ListingProps) {
  const { role } = useCurrentUser()
  const update = useUpdateListing()
  const requested = update.isPending ? update.variables.isVisible : undefined

  function change(next: boolean) {
    update.mutate(
      { channelId: id, skuId, isVisible: next },
      {
        onSuccess: () =>
          toast({
            title: next ? 'SKU Offered' : 'SKU Hidden',
            description: next ? `${name} offers ${sku} now` : `${name} no longer offers ${sku}`,
          }),
        onError: (error) =>
          toast({
            variant: 'destructive',
            title: 'Error',
            description: `Failed to ${next ? 'offer' : 'hide'} ${sku}. ${errorMessage(error)}`,
          }),
      },
    )
  }

  return (
    <Switch
      label="Visible"
      checked={requested ?? isVisible}
      onCheckedChange={change}
      disabled={!isActive || !allows(channelListingsApi.update.access, role)}
    />
  )
}
