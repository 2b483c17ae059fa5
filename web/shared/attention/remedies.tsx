import { Link } from 'wouter'
import type { AttentionRow } from '#contract/attention.ts'
import { dismissibleAttention } from '#contract/order-words.ts'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { ReplayDelivery } from '../replay-delivery.tsx'
import { subjectOf } from './attention-words.ts'
import { ChannelLink } from './channel-link.tsx'
import { DismissAttention } from './dismiss-attention.tsx'
import { MapSku } from './map-sku.tsx'

const codesAtOnce = 5

/** What can be done here and now. Where nothing can, the sentence above says what to do elsewhere. */
export function Remedies({ row }: { row: AttentionRow }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 empty:hidden @3xl:max-w-1/2 @3xl:justify-end">
      <OwnRemedy row={row} />
      {dismissibleAttention.has(row.code) && <DismissAttention row={row} />}
    </div>
  )
}

function OwnRemedy({ row }: { row: AttentionRow }) {
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
  if (code === 'push_back_failed') {
    return (
      <ChannelLink channelId={channelId} tab="messages" label={`Open messages to ${row.channelName ?? 'the channel'}`}>
        Open messages
      </ChannelLink>
    )
  }
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
