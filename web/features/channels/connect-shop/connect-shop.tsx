import { useState } from 'react'
import type { ConnectedShop } from '#contract/channel-connect.ts'
import { channelTypeLabels, type ShopType } from '#contract/channel-values.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FirstLook } from './first-look.tsx'
import { ShopifyForm } from './shopify-form.tsx'
import { WoocommerceForm } from './woocommerce-form.tsx'

export const connectDescription = 'Connect in five minutes. Nothing is sent to your shop until you start it.'

type ConnectShopProps = {
  type: ShopType
  /** The channel that gets the connection; without it a new one is made. */
  channelId?: string | undefined
  siteUrl?: string | undefined
  /** Shows the fields for keys at once. */
  pastesKeys?: boolean
  onConnected?: () => void
  onCancel: () => void
  onMatch: (channelId: string) => void
}

/** Asks for the credentials of a shop, and then shows the shop. */
export function ConnectShop(props: ConnectShopProps) {
  const { type, channelId, siteUrl, pastesKeys, onConnected, onCancel, onMatch } = props
  const [shop, setShop] = useState<ConnectedShop | null>(null)

  function show(connected: ConnectedShop) {
    setShop(connected)
    onConnected?.()
  }

  if (shop) return <FirstLook shop={shop} onClose={onCancel} onMatch={() => onMatch(shop.channelId)} />
  const form = { channelId, onConnected: show, onCancel }
  return type === 'shopify' ? (
    <ShopifyForm {...form} />
  ) : (
    <WoocommerceForm {...form} siteUrl={siteUrl} pastesKeys={pastesKeys} />
  )
}

type ConnectShopDialogProps = {
  type: ShopType
  /** The channel that is upgraded, or whose credentials are renewed. */
  channelId: string
  /** `renew` for a shop that is connected already. */
  purpose: 'upgrade' | 'renew'
  siteUrl?: string | undefined
  onClose: () => void
  onMatch: (channelId: string) => void
}

/** Connects a channel that exists. */
export function ConnectShopDialog({ purpose, onClose, onMatch, ...shop }: ConnectShopDialogProps) {
  const label = channelTypeLabels[shop.type]
  const isRenewal = purpose === 'renew'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isRenewal ? `Reconnect ${label}` : `Connect ${label} directly`}
      description={
        isRenewal
          ? 'Orders, matches and settings stay as they are.'
          : `Orders, listings and settings stay. ${connectDescription}`
      }
    >
      <ConnectShop
        {...shop}
        onCancel={onClose}
        onMatch={(channelId) => {
          onClose()
          onMatch(channelId)
        }}
      />
    </Dialog>
  )
}
