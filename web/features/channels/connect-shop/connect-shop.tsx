import { useState } from 'react'
import type { ConnectedShop } from '#contract/channel-connect.ts'
import { channelTypeLabels, type ShopType } from '#contract/channel-values.ts'
import { t } from '#contract/i18n.ts'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { FirstLook } from './first-look.tsx'
import { ShopifyForm } from './shopify-form.tsx'
import { WoocommerceForm } from './woocommerce-form.tsx'

export const connectDescription = t('Connect in five minutes. Nothing is sent to your shop until you press Start.')

type ConnectShopProps = {
  type: ShopType
  /** The channel that gets the connection; without it a new one is made. */
  channelId?: string | undefined
  siteUrl?: string | undefined
  /** Shows the fields for keys at once. */
  pastesKeys?: boolean
  dialog: FormDialogControl
  onConnected?: () => void
  onMatch: (channelId: string) => void
}

/** Asks for the credentials of a shop, and then shows the shop. */
export function ConnectShop(props: ConnectShopProps) {
  const { type, channelId, siteUrl, pastesKeys, dialog, onConnected, onMatch } = props
  const [shop, setShop] = useState<ConnectedShop | null>(null)

  function show(connected: ConnectedShop) {
    dialog.onDirtyChange(false)
    setShop(connected)
    onConnected?.()
  }

  if (shop) return <FirstLook shop={shop} onClose={dialog.leave} onMatch={() => onMatch(shop.channelId)} />
  const form = { channelId, dialog, onConnected: show }
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
    <FormDialog
      title={isRenewal ? t('Reconnect {label}', { label }) : t('Connect {label} directly', { label })}
      description={
        isRenewal
          ? t('Orders, matches and settings won’t change.')
          : t('Orders, listings and settings stay the same. Nothing is sent to your shop until you press Start.')
      }
      draft={`shop of ${shop.channelId}`}
      onClose={onClose}
    >
      {(dialog) => (
        <ConnectShop
          {...shop}
          dialog={dialog}
          onMatch={(channelId) => {
            onClose()
            onMatch(channelId)
          }}
        />
      )}
    </FormDialog>
  )
}
