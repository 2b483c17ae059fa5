import Boxes from 'lucide-react/icons/boxes'
import Send from 'lucide-react/icons/send'
import { type ReactNode, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { attentionApi, type AttentionRow, type UnknownItem } from '#contract/attention.ts'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import { t } from '#contract/i18n.ts'
import { canDismiss } from '#contract/order-status.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { PermittedButton } from '../permitted-button.tsx'
import { ReplayDelivery } from '../replay-delivery.tsx'
import { openedFromList } from '../url-state.ts'
import { useResendMessage, useWaitForStock } from './api.ts'
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
      {canDismiss(row.code, row.orderStatus) && <DismissAttention row={row} />}
    </div>
  )
}

function CodeRemedy({ row }: { row: AttentionRow }) {
  const { code, channelId, deliveryId } = row
  if (code === 'not_enough_stock') return <StockRemedies row={row} />
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
        label={t('Open delivery for {subject}', { subject: subjectOf(row) })}
      >
        {t('Open delivery')}
      </ChannelLink>
      <ReplayDelivery
        channelId={channelId}
        deliveryId={deliveryId}
        name={t('delivery for {subject}', { subject: subjectOf(row) })}
      />
    </>
  )
}

/** Links to the SKUs that lack units, and whether the order waits for them. */
function StockRemedies({ row }: { row: AttentionRow }) {
  const waitForStock = useWaitForStock()
  const skus = [...new Map(row.shortLines.map(({ skuId, sku }) => [skuId, sku]))]
  const waits = row.waitsForStockSince !== null
  return (
    <>
      {skus.slice(0, codesAtOnce).map(([skuId, sku]) => (
        <StockLink key={skuId} skuId={skuId} label={t('See stock for {sku}', { sku })}>
          {skus.length === 1 ? t('See stock') : sku}
        </StockLink>
      ))}
      {skus.length === 0 && <StockLink label={t('See stock')}>{t('See stock')}</StockLink>}
      <PermittedButton
        access={attentionApi.waitForStock.access}
        task={t('change orders')}
        size="small"
        aria-label={`${waits ? t('Stop waiting') : t('Wait for stock')}, ${subjectOf(row)}`}
        isPending={waitForStock.isPending}
        onClick={() => waitForStock.mutate({ attentionId: row.id, waits: !waits })}
      >
        {waits ? t('Stop waiting') : t('Wait for stock')}
      </PermittedButton>
    </>
  )
}

type StockLinkProps = { skuId?: string; label: string; children: ReactNode }

const StockLink = ({ skuId, label, children }: StockLinkProps) => (
  <Link
    href={skuId ? `/inventory?sku=${skuId}` : '/inventory'}
    aria-label={label}
    className={buttonVariants({ size: 'small' })}
  >
    <Boxes aria-hidden />
    {children}
  </Link>
)

function FailedMessage({ row, channelId }: { row: AttentionRow; channelId: string }) {
  return (
    <>
      <ChannelLink
        channelId={channelId}
        tab="messages"
        label={t('See messages to {channel}', { channel: row.channelName ?? '' })}
      >
        {t('See messages')}
      </ChannelLink>
      {row.messageId && <ResendMessage channelId={channelId} messageId={row.messageId} subject={subjectOf(row)} />}
    </>
  )
}

/** Shows at most `codesAtOnce` items; the next one appears when one is mapped. */
function UnknownSkus({ row, channelId }: { row: AttentionRow; channelId: string }) {
  const { unknownItems } = row
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
          row={row}
        />
      ))}
      {more > 0 && <span className="text-sm text-muted">{t('and {more} more', { more })}</span>}
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
      task={t('resend messages')}
      size="small"
      aria-label={t('Send again: message for {subject}', { subject })}
      isPending={resend.isPending}
      onClick={() => resend.mutate({ channelId, messageId })}
    >
      <Send aria-hidden />
      {t('Send again')}
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
        task={t('dismiss this')}
        size="small"
        aria-label={t('Dismiss {problem} for {subject}', {
          problem: attentionLabels[row.code],
          subject: subjectOf(row),
        })}
        onFocus={DismissDialog.preload}
        onPointerEnter={DismissDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        {t('Dismiss')}
      </PermittedButton>
      <Suspense>{isOpen && <DismissDialog row={row} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

const MapSkuDialog = lazyPart(async () => (await import('./map-sku-dialog.tsx')).MapSkuDialog)

type MapSkuProps = {
  item: UnknownItem
  /** The code, with the title where variations share it. */
  name: string
  channelId: string
  row: AttentionRow
}

function MapSku({ item, name, channelId, row }: MapSkuProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={attentionApi.mapSku.access}
        task={t('map SKUs')}
        size="small"
        className="max-w-full"
        onFocus={MapSkuDialog.preload}
        onPointerEnter={MapSkuDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        <span className="truncate">{t('Map {name}', { name })}</span>
      </PermittedButton>
      <Suspense>
        {isOpen && <MapSkuDialog row={row} item={item} channelId={channelId} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
