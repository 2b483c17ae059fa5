import type { FeedFormat } from '#contract/channel-values.ts'
import type { ChannelRow } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { AddressField } from '../address-field.tsx'
import type { Secrets } from './use-secrets.ts'

type FeedAddressProps = {
  label: string
  /** The channel's name, if several channels are on screen. */
  of?: string
  format: FeedFormat
  /** Whether `?key=<feed key>` is shown until the key is revealed: a guide's reader can send an address only, no header. */
  hasPlaceholder?: boolean
  channel: Pick<ChannelRow, 'feedUrl' | 'feedKey'>
  secrets: Secrets
}

/** The address of the product feed; it contains the feed key once that is revealed. */
export function FeedAddress({ label, of, format, hasPlaceholder, channel, secrets }: FeedAddressProps) {
  const key = secrets.shown('feedKey', channel.feedKey)
  const shownKey = key ?? (hasPlaceholder ? t('<feed key>') : null)
  // The server sends the URL of the JSON feed; the other formats differ in the file extension.
  const address = channel.feedUrl.replace(/\.json$/, `.${format}`)
  return (
    <AddressField
      label={label}
      of={of}
      address={shownKey ? `${address}?key=${shownKey}` : address}
      hint={
        key
          ? t('This address contains the feed key, which can only read inventory.')
          : t('Reveal the feed key to copy the whole address. Addresses with the API key are refused.')
      }
    />
  )
}

/** Addresses from before feed keys carry the API key. Whoever still reads the feed by one gets nothing. */
export function FeedRefusal({ channel: { feedRefusedAt } }: { channel: Pick<ChannelRow, 'feedRefusedAt'> }) {
  if (!feedRefusedAt) return null
  return (
    <Alert tone="warning" title={t('An old product feed address was refused')}>
      {rich(
        t(
          'A program tried to read the feed {when} with a key that can also place orders. Reveal the feed key, enter the new product feed URL in that program (such as Meta or Google), then replace the API key.',
        ),
        { when: <RelativeTime moment={feedRefusedAt} /> },
      )}
    </Alert>
  )
}
