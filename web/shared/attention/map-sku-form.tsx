import { type SubmitEvent, useState } from 'react'
import type { ChannelListing } from '#contract/channel-listings.ts'
import { Alert } from '#web/ui/alert.tsx'
import { FormFooter } from '../form-footer.tsx'
import { SearchBox } from '../search-box.tsx'
import { useDebounced } from '../use-debounced.ts'
import { useMapSku } from './api.ts'
import { SkuChoices } from './sku-choices.tsx'

type MapSkuFormProps = { code: string; channelId: string; channelName: string; onClose: () => void }

export function MapSkuForm({ code, channelId, channelName, onClose }: MapSkuFormProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const [chosen, setChosen] = useState<ChannelListing | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const mapSku = useMapSku()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsMissing(chosen === null)
    if (!chosen || mapSku.isPending) return
    const { skuId, sku } = chosen
    mapSku.mutate({ channelId, code, skuId, sku }, { onSuccess: onClose })
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <SearchBox label="Search your SKUs" placeholder="Search by SKU or title" text={text} onTextChange={setText} />
      <SkuChoices channelId={channelId} search={search} chosenId={chosen?.skuId ?? null} onChoose={setChosen} />
      <p className="min-h-15 text-sm wrap-anywhere text-muted">
        {chosen ? mappingEffect({ chosen, code, channelName }) : 'No SKU is chosen yet.'}
      </p>
      {isMissing && !chosen && <Alert tone="danger">Choose a SKU first.</Alert>}
      <FormFooter action="Map SKU" serverError={mapSku.error} isPending={mapSku.isPending} onCancel={onClose} />
    </form>
  )
}

type Choice = { chosen: ChannelListing; code: string; channelName: string }

/** A channel has one name for a SKU; orders may still come in by the one it has. */
const mappingEffect = ({ chosen: { sku, externalId }, code, channelName }: Choice): string =>
  externalId === null || externalId === code
    ? `Also for future orders: what ${channelName} calls ${code} is ${sku} from now on.`
    : `Only for the orders that wait now: ${channelName} knows ${sku} by the id ${externalId}. To change that, edit its listing.`
