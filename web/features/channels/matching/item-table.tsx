import ArrowRight from 'lucide-react/icons/arrow-right'
import { type SubmitEvent, useState } from 'react'
import { type ChannelItemRow, channelItemsApi } from '#contract/channel-items.ts'
import type { SkuChoice } from '#contract/attention.ts'
import type { ItemMatch } from '#contract/channel-values.ts'
import type { ChannelDetail } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { SkuPicker } from '#web/shared/attention/sku-choices.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { useCreateProducts, useMatchItem } from './api.ts'

type ItemProps = { item: ChannelItemRow; channel: ChannelDetail }

/** Rows on a wide screen, cards on a phone. */
export function ItemTable({ rows, channel }: { rows: readonly ChannelItemRow[]; channel: ChannelDetail }) {
  return (
    <Table
      caption={t('Products')}
      columns={columnsFor(channel)}
      rows={rows}
      rowKey={({ externalId }) => externalId}
      isTight
    />
  )
}

const columnsFor = (channel: ChannelDetail): readonly TableColumn<ChannelItemRow>[] => [
  { header: t('In the shop'), cell: (item) => <ShopItem item={item} /> },
  { header: t('Your SKU'), cell: (item) => <OurSku item={item} /> },
  { header: t('Actions'), isHeaderHidden: true, cell: (item) => <ItemActions item={item} channel={channel} /> },
]

/** Title with variant, as the buttons of the row name it. */
const nameOf = ({ title, variant }: ChannelItemRow) => (variant ? `${title}, ${variant}` : title)

function ShopItem({ item }: { item: ChannelItemRow }) {
  const { title, variant, sku, barcode, price, currency, imageUrl, quantity, obstacle } = item
  return (
    <div className="flex min-w-0 gap-3 py-1 text-left">
      <Picture url={imageUrl} />
      <div className="grid min-w-0 content-start gap-0.5">
        <span className="font-medium">
          {title}
          {variant && <span className="font-normal text-muted"> · {variant}</span>}
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm font-normal text-muted">
          {sku && <span className="font-mono wrap-anywhere">{sku}</span>}
          {barcode && <span className="font-mono wrap-anywhere">{barcode}</span>}
          {price !== null && <span>{formatMoney(price, currency ?? undefined)}</span>}
          {quantity !== null && <span>{t('{quantity} in the shop', { quantity })}</span>}
        </span>
        {obstacle && <span className="text-sm font-normal text-danger">{obstacle}</span>}
      </div>
    </div>
  )
}

function Picture({ url }: { url: string | null }) {
  const [isBroken, setIsBroken] = useState(false)
  const styles = 'size-10 shrink-0 rounded-md border bg-sunken'
  if (!url || isBroken) return <span aria-hidden className={styles} />
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setIsBroken(true)}
      className={`${styles} object-cover`}
    />
  )
}

const matchLabels: Record<ItemMatch, string> = { sku: t('Same SKU'), barcode: t('Same barcode'), person: t('By hand') }

function OurSku({ item }: { item: ChannelItemRow }) {
  const { match, suggestion, state, reason, confirmedQuantity, confirmedAt } = item
  const ours = match ?? suggestion
  if (!ours) return <span className="text-muted">{reason ?? missingTexts[state] ?? t('No SKU found')}</span>
  return (
    <div className="flex min-w-0 items-start gap-2 text-left">
      <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="grid min-w-0 justify-items-start gap-0.5">
        <span className="font-mono font-medium wrap-anywhere">{ours.sku}</span>
        <span className="text-sm text-muted">{ours.title}</span>
        {match ? (
          <Badge tone="success">{matchLabels[match.by]}</Badge>
        ) : (
          <span className="text-sm">{suggestion?.evidence}</span>
        )}
        {confirmedQuantity !== null && confirmedAt !== null && (
          <span className="text-sm text-muted">
            {rich(t('{quantity} confirmed {when}', { quantity: confirmedQuantity }), {
              when: <RelativeTime moment={confirmedAt} />,
            })}
          </span>
        )}
      </div>
    </div>
  )
}

const missingTexts: Partial<Record<ChannelItemRow['state'], string>> = {
  ignored: t('Not one of your SKUs'),
  removed: t('No longer in the shop'),
}

function ItemActions({ item, channel }: ItemProps) {
  const { state, suggestion, match } = item
  const [isChoosing, setIsChoosing] = useState(false)
  const matchItem = useMatchItem()
  const createProducts = useCreateProducts()
  if (state === 'removed') return null
  const name = nameOf(item)
  const button = { access: channelItemsApi.match.access, task: t('match products'), size: 'small' } as const
  const assign = (sku: { skuId: string; sku: string } | null) => matchItem.mutate({ channelId: channel.id, item, sku })
  return (
    <div className="flex flex-wrap justify-end gap-1.5 py-1 sm:flex-nowrap">
      {suggestion && !match && (
        <PermittedButton
          {...button}
          variant="primary"
          aria-label={t('Match {name} with {sku}', { name, sku: suggestion.sku })}
          isPending={matchItem.isPending}
          onClick={() => assign(suggestion)}
        >
          {t('Match')}
        </PermittedButton>
      )}
      <PermittedButton
        {...button}
        aria-label={
          suggestion || match ? t('Choose another SKU for {name}', { name }) : t('Choose a SKU for {name}', { name })
        }
        onClick={() => setIsChoosing(true)}
      >
        {suggestion || match ? t('Choose another SKU') : t('Choose SKU')}
      </PermittedButton>
      {state === 'unmatched' && (
        <PermittedButton
          {...button}
          aria-label={t('Create a product for {name}', { name })}
          isPending={createProducts.isPending}
          onClick={() => createProducts.mutate({ channelId: channel.id, externalIds: [item.externalId] })}
        >
          {t('Create product')}
        </PermittedButton>
      )}
      {state !== 'ignored' && (
        <PermittedButton
          {...button}
          variant="quiet"
          aria-label={match ? t('Undo the match for {name}', { name }) : t('Ignore {name}', { name })}
          isPending={matchItem.isPending && !suggestion}
          onClick={() => assign(null)}
        >
          {match ? t('Undo') : t('Ignore')}
        </PermittedButton>
      )}
      {isChoosing && <ChooseSkuDialog item={item} channel={channel} onClose={() => setIsChoosing(false)} />}
    </div>
  )
}

type ChooseSkuDialogProps = { item: ChannelItemRow; channel: ChannelDetail; onClose: () => void }

function ChooseSkuDialog({ item, channel, onClose }: ChooseSkuDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Choose a SKU')}
      description={t('For {item} in {channel}.', { item: nameOf(item), channel: channel.name })}
    >
      <ChooseSkuForm item={item} channel={channel} onClose={onClose} />
    </Dialog>
  )
}

function ChooseSkuForm({ item, channel, onClose }: ChooseSkuDialogProps) {
  const [chosen, setChosen] = useState<SkuChoice | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const matchItem = useMatchItem()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsMissing(chosen === null)
    if (!chosen || matchItem.isPending) return
    matchItem.mutate({ channelId: channel.id, item, sku: chosen }, { onSuccess: onClose })
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <SkuPicker
        sold={{
          channelId: channel.id,
          code: item.sku ?? item.externalId,
          externalId: item.externalId,
          title: item.title,
        }}
        chosen={chosen}
        onChoose={setChosen}
      />
      {isMissing && !chosen && <Alert tone="danger">{t('Choose a SKU first.')}</Alert>}
      <FormFooter
        action={t('Match')}
        serverError={matchItem.error}
        isPending={matchItem.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
