import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AttentionRow } from '#contract/attention.ts'
import { dismissibleAttention } from '#contract/order-status.ts'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { ReplayDelivery } from '../replay-delivery.tsx'
import { subjectOf } from './attention-words.ts'
import { ChannelLink } from './channel-link.tsx'
import { DismissAttention } from './dismiss-attention.tsx'
import { MapSku } from './map-sku.tsx'
import { ResendMessage } from './resend-message.tsx'

const codesAtOnce = 5

type RemediesProps = {
  row: AttentionRow
  /** What is done to the order itself, where that does not stand elsewhere. */
  children?: ReactNode
}

/** What can be done here and now. Where nothing can, the sentence above says what to do elsewhere. */
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

/** A hundred codes of one order are mapped a few at a time: each that is mapped lets the next one in. */
function UnknownSkus({ row: { unknownSkus, channelName }, channelId }: { row: AttentionRow; channelId: string }) {
  const more = unknownSkus.length - codesAtOnce
  return (
    <>
      {unknownSkus.slice(0, codesAtOnce).map((code) => (
        <MapSku key={code} code={code} channelId={channelId} channelName={channelName ?? 'the channel'} />
      ))}
      {more > 0 && <span className="text-sm text-muted">and {more} more after these</span>}
    </>
  )
}
