import Send from 'lucide-react/icons/send'
import { type ReactNode, type SubmitEvent, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { attentionApi, type AttentionRow, type UnknownItem } from '#contract/attention.ts'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import type { ChannelListing } from '#contract/channel-listings.ts'
import { dismissibleAttention } from '#contract/order-status.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { ActiveBadge } from '../badges.tsx'
import { FormFooter } from '../form-footer.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { PermittedButton } from '../permitted-button.tsx'
import { LoadError } from '../query-content.tsx'
import { ReplayDelivery } from '../replay-delivery.tsx'
import { SearchBox } from '../search-box.tsx'
import { openedFromList } from '../url-state.ts'
import { useDebounced } from '../use-debounced.ts'
import { useMapSku, useResendMessage, useSkuChoices } from './api.ts'
import { attentionLabels, subjectOf } from './attention-labels.ts'

const codesAtOnce = 5

type RemediesProps = {
  row: AttentionRow
  /** Remedy on the order itself; left out where the order's own buttons are beside it. */
  children?: ReactNode
}

/** Buttons that solve an attention item. Renders nothing when only the text of the item helps. */
export function Remedies({ row, children }: RemediesProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 empty:hidden @3xl:max-w-1/2 @3xl:justify-end">
      <CodeRemedy row={row} />
      {children}
      {dismissibleAttention.has(row.code) && <DismissAttention row={row} />}
    </div>
  )
}

function CodeRemedy({ row }: { row: AttentionRow }) {
  const { code, channelId, deliveryId } = row
  if (code === 'not_enough_stock') {
    return (
      <Link href="/inventory" className={buttonVariants({ size: 'small' })}>
        See stock
      </Link>
    )
  }
  if (!channelId) return null
  if (code === 'unmapped_sku') return <UnknownSkus row={row} channelId={channelId} />
  if (code === 'push_back_failed') return <FailedMessage row={row} channelId={channelId} />
  if (!deliveryId) return null
  return (
    <>
      <ChannelLink
        channelId={channelId}
        tab="deliveries"
        delivery={deliveryId}
        label={`Open delivery of ${subjectOf(row)}`}
      >
        Open delivery
      </ChannelLink>
      <ReplayDelivery channelId={channelId} deliveryId={deliveryId} name={`delivery of ${subjectOf(row)}`} />
    </>
  )
}

function FailedMessage({ row, channelId }: { row: AttentionRow; channelId: string }) {
  return (
    <>
      <ChannelLink channelId={channelId} tab="messages" label={`Open messages to ${row.channelName ?? 'the channel'}`}>
        Open messages
      </ChannelLink>
      {row.messageId && <ResendMessage channelId={channelId} messageId={row.messageId} subject={subjectOf(row)} />}
    </>
  )
}

/** Shows at most `codesAtOnce` items; the next one appears when one is mapped. */
function UnknownSkus({ row: { unknownItems, channelName }, channelId }: { row: AttentionRow; channelId: string }) {
  const more = unknownItems.length - codesAtOnce
  const isCodeShared = ({ code }: UnknownItem) => unknownItems.filter((other) => other.code === code).length > 1
  return (
    <>
      {unknownItems.slice(0, codesAtOnce).map((item) => (
        <MapSku
          key={JSON.stringify([item.externalId, item.code])}
          item={item}
          name={isCodeShared(item) ? `${item.code}, ${item.title ?? item.externalId ?? ''}` : item.code}
          channelId={channelId}
          channelName={channelName ?? 'the channel'}
        />
      ))}
      {more > 0 && <span className="text-sm text-muted">and {more} more after these</span>}
    </>
  )
}

type ChannelLinkProps = { channelId: string; tab: string; delivery?: string; label: string; children: ReactNode }

/**
 * Link to a tab of the channel drawer. Inside the drawer it replaces the history entry, so that Back still closes the
 * drawer.
 */
function ChannelLink({ channelId, tab, delivery, label, children }: ChannelLinkProps) {
  const [params] = useSearchParams()
  const isInside = params.has('channel')
  const query = new URLSearchParams({ channel: channelId, tab, ...(delivery && { delivery }) })
  return (
    <Link
      href={`/channels?${query}`}
      replace={isInside}
      state={isInside ? (window.history.state as unknown) : openedFromList}
      aria-label={label}
      className={buttonVariants({ size: 'small' })}
    >
      {children}
    </Link>
  )
}

type ResendMessageProps = {
  channelId: string
  messageId: string
  /** Such as "order LS-10012". */
  subject: string
}

function ResendMessage({ channelId, messageId, subject }: ResendMessageProps) {
  const resend = useResendMessage()
  return (
    <PermittedButton
      access={channelDeliveriesApi.resend.access}
      task="resend messages"
      size="small"
      aria-label={`Send again the message of ${subject}`}
      isPending={resend.isPending}
      onClick={() => resend.mutate({ channelId, messageId })}
    >
      <Send aria-hidden />
      Send again
    </PermittedButton>
  )
}

const DismissDialog = lazyPart(async () => (await import('./dismiss-dialog.tsx')).DismissDialog)

function DismissAttention({ row }: { row: AttentionRow }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={attentionApi.dismiss.access}
        task="dismiss this"
        size="small"
        aria-label={`Dismiss ${attentionLabels[row.code]} of ${subjectOf(row)}`}
        onFocus={DismissDialog.preload}
        onPointerEnter={DismissDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        Dismiss
      </PermittedButton>
      <Suspense>{isOpen && <DismissDialog row={row} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

type MapSkuProps = {
  item: UnknownItem
  /** The code, with the title where variations share it. */
  name: string
  channelId: string
  channelName: string
}

/** Maps what a channel sells to one of our SKUs. */
function MapSku({ item, name, channelId, channelName }: MapSkuProps) {
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
        <span className="truncate">Map {name}</span>
      </PermittedButton>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Map SKU"
        description={`Choose the SKU that ${channelName} means by ${describeItem(item)}. All orders that wait for it continue.`}
      >
        <MapSkuForm item={item} channelId={channelId} channelName={channelName} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

const describeItem = ({ code, title }: UnknownItem) => (title ? `${code} (${title})` : code)

type MapSkuFormProps = { item: UnknownItem; channelId: string; channelName: string; onClose: () => void }

function MapSkuForm({ item, channelId, channelName, onClose }: MapSkuFormProps) {
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
    const { code, externalId } = item
    mapSku.mutate({ channelId, code, externalId, skuId, sku }, { onSuccess: onClose })
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <SearchBox label="Search your SKUs" placeholder="Search by SKU or title" text={text} onTextChange={setText} />
      <SkuChoices channelId={channelId} search={search} chosenId={chosen?.skuId ?? null} onChoose={setChosen} />
      <p className="min-h-15 text-sm wrap-anywhere text-muted">
        {chosen ? mappingEffect(chosen, item, channelName) : 'No SKU is chosen yet.'}
      </p>
      {isMissing && !chosen && <Alert tone="danger">Choose a SKU first.</Alert>}
      <FormFooter action="Map SKU" serverError={mapSku.error} isPending={mapSku.isPending} onCancel={onClose} />
    </form>
  )
}

/** An item is mapped alone: another variation may carry the same code. */
const mappingEffect = ({ sku }: ChannelListing, item: UnknownItem, channelName: string): string =>
  item.externalId === null
    ? `Also for future orders: what ${channelName} calls ${item.code} is ${sku} from now on.`
    : `Also for future orders: ${describeItem(item)} at ${channelName} is ${sku} from now on. Other items with the code ${item.code} are not affected.`

type SkuChoicesProps = {
  channelId: string
  search: string
  chosenId: string | null
  onChoose: (listing: ChannelListing) => void
}

/** Radio list of SKUs. */
export function SkuChoices({ channelId, search, chosenId, onChoose }: SkuChoicesProps) {
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
