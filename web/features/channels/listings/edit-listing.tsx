import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { channelListingsApi } from '#contract/channel-listings.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditListingForm } from './edit-listing-form.tsx'
import type { ListingProps } from './listing-props.ts'

export function EditListing({ listing, channel }: ListingProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={channelListingsApi.update.access}
        task="change listings"
        size="small"
        aria-label={`Edit ${listing.sku}`}
        onClick={() => setIsOpen(true)}
      >
        <Pencil aria-hidden />
        Edit
      </PermittedButton>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Edit ${listing.sku}`}
        description={`On ${channel.name} only.`}
      >
        <EditListingForm listing={listing} channel={channel} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}
