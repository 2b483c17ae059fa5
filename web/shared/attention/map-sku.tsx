import { type SubmitEvent, useState } from 'react'
import { attentionApi } from '#contract/attention.ts'
import type { ChannelListing } from '#contract/channel-listings.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { ActiveBadge } from '../badges.tsx'
import { FormFooter } from '../form-footer.tsx'
import { PermittedButton } from '../permitted-button.tsx'
import { LoadError } from '../query-content.tsx'
import { SearchBox } from '../search-box.tsx'
import { useDebounced } from '../use-debounced.ts'
import { useMapSku, useSkuChoices } from './api.ts'

type MapSkuProps = { code: string; channelId: string; channelName: string }

/** Maps a channel's unknown code to one of our SKUs. */
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

type MapSkuFormProps = { code: string; channelId: string; channelName: string; onClose: () => void }

function MapSkuForm({ code, channelId, channelName, onClose }: MapSkuFormProps) {
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

/** A listing has one external id. If the SKU already has another one, the mapping covers the waiting orders only. */
const mappingEffect = ({ chosen: { sku, externalId }, code, channelName }: Choice): string =>
  externalId === null || externalId === code
    ? `Also for future orders: what ${channelName} calls ${code} is ${sku} from now on.`
    : `Only for the orders that wait now: ${channelName} knows ${sku} by the id ${externalId}. To change that, edit its listing.`

type SkuChoicesProps = {
  channelId: string
  search: string
  chosenId: string | null
  onChoose: (listing: ChannelListing) => void
}

/** Radio list of SKUs. */
function SkuChoices({ channelId, search, chosenId, onChoose }: SkuChoicesProps) {
  const { data, error, isFetching, refetch } = useSkuChoices(channelId, search)
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Your SKUs</legend>
      <div className="h-64 overflow-y-auto rounded-lg border" aria-busy={isFetching}>
        {error && (
          <div className="p-3">
            <LoadError what="Your SKUs" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
          </div>
        )}
        {!data && !error && <Spinner />}
        {data?.rows.length === 0 && (
          <p className="p-4 text-muted">{search ? `No SKU matches “${search}”.` : 'There are no SKUs yet.'}</p>
        )}
        {data?.rows.map((listing) => (
          <SkuChoice
            key={listing.skuId}
            listing={listing}
            isChosen={listing.skuId === chosenId}
            onChoose={() => onChoose(listing)}
          />
        ))}
        {data && data.total > data.rows.length && (
          <p className="border-t px-3 py-2 text-sm text-muted">
            The first {data.rows.length} of {formatNumber(data.total)}. Type more of the SKU or title to find others.
          </p>
        )}
      </div>
    </fieldset>
  )
}

type SkuChoiceProps = { listing: ChannelListing; isChosen: boolean; onChoose: () => void }

function SkuChoice({ listing: { sku, title, isActive }, isChosen, onChoose }: SkuChoiceProps) {
  return (
    <label className="grid min-h-10 grid-cols-[auto_1fr_auto] items-start gap-x-3 border-b px-3 py-2 last:border-0 hover:bg-hover has-checked:bg-accent-soft">
      <input type="radio" name="sku" checked={isChosen} onChange={onChoose} className="mt-0.5 size-4 accent-accent" />
      <span className="min-w-0 font-mono font-medium wrap-anywhere">{sku}</span>{' '}
      {!isActive && <ActiveBadge isActive={false} />}
      <span className="col-start-2 min-w-0 text-sm text-muted wrap-anywhere">{title}</span>
    </label>
  )
}
