import { useState } from 'react'
import { attentionApi } from '#contract/attention.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { PermittedButton } from '../permitted-button.tsx'
import { MapSkuForm } from './map-sku-form.tsx'

type MapSkuProps = { code: string; channelId: string; channelName: string }

/** Says which of our SKUs a channel means by a code. */
export function MapSku({ code, channelId, channelName }: MapSkuProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={attentionApi.mapSku.access}
        task="map SKUs"
        size="small"
        className="max-w-full"
        onClick={() => setIsOpen(true)}
      >
        <span className="truncate">Map {code}</span>
      </PermittedButton>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Map SKU"
        description={`Choose the SKU that ${channelName} means by ${code}. All orders that wait for it go on.`}
      >
        <MapSkuForm code={code} channelId={channelId} channelName={channelName} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}
