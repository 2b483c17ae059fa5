import { Suspense, useState } from 'react'
import { channelConnectApi } from '#contract/channel-connect.ts'
import { channelTypeLabels, type ShopType } from '#contract/channel-values.ts'
import type { ChannelDetail } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { DrawerSection, Fact } from '#web/shared/drawer-section.tsx'
import { SelectField, SwitchField } from '#web/shared/form-fields.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { isShop, upgradeOf } from '../channel-kind.ts'
import { useConnectedShop, useDisconnectChannel } from '../connect-shop/api.ts'
import { DrawerHealth } from '../health/channel-health.tsx'
import type { GroupProps } from './general-fields.ts'

const ConnectShopDialog = lazyPart(async () => (await import('../connect-shop/connect-shop.tsx')).ConnectShopDialog)

type ShopProps = { channel: ChannelDetail; onMatch: () => void }

/** Health and connection of a shop, or the offer to connect a website's platform directly. */
export function ShopSections({ channel, onMatch }: ShopProps) {
  const { type } = channel
  if (isShop(type)) {
    return (
      <div className="grid gap-6 p-4 pb-2">
        <DrawerHealth channel={channel} />
        <ShopConnection channel={channel} type={type} onMatch={onMatch} />
      </div>
    )
  }
  if (!upgradeOf(channel)) return null
  return (
    <div className="p-4 pb-0">
      <UpgradeOffer channel={channel} onMatch={onMatch} />
    </div>
  )
}

/** Offers a website channel, whose platform has an API of its own, to be connected by it. */
export function UpgradeOffer({ channel, onMatch }: ShopProps) {
  const [isOpen, setIsOpen] = useState(false)
  const shop = upgradeOf(channel)
  if (!shop) return null
  return (
    <>
      <Alert
        tone="info"
        title={t('Connect {label} directly', { label: channelTypeLabels[shop] })}
        action={
          <PermittedButton
            access={channelConnectApi.connectWoocommerce.access}
            task={t('connect shops')}
            size="small"
            onClick={() => setIsOpen(true)}
          >
            {t('Connect directly')}
          </PermittedButton>
        }
      >
        {t('No programming needed. Orders and listings stay the same.')}
      </Alert>
      <Suspense>
        {isOpen && (
          <ConnectShopDialog
            type={shop}
            channelId={channel.id}
            purpose="upgrade"
            siteUrl={channel.webhookUrl ? siteOf(channel.webhookUrl) : undefined}
            onClose={() => setIsOpen(false)}
            onMatch={onMatch}
          />
        )}
      </Suspense>
    </>
  )
}

/** The shop behind our plugin's address; it may be in a folder. */
const siteOf = (webhookUrl: string): string | undefined => /^(https?:\/\/.+?)\/wp-json\//.exec(webhookUrl)?.[1]

type ShopConnectionProps = ShopProps & { type: ShopType }

/** The account behind a shop, and the ways to renew or end its connection. */
function ShopConnection({ channel, type, onMatch }: ShopConnectionProps) {
  const { id, accountId, accessError } = channel
  const [open, setOpen] = useState<'reconnect' | 'disconnect' | null>(null)
  const close = () => setOpen(null)
  const siteUrl = type === 'woocommerce' && accountId?.startsWith('http') ? accountId : undefined
  return (
    <DrawerSection title={t('Connection')}>
      {accessError && (
        <Alert tone="danger" title={t('The shop denied access')}>
          {t('{accessError} Reconnect the shop to continue.', { accessError })}
        </Alert>
      )}
      {accountId && (
        <dl>
          <Fact label={channelTypeLabels[type]}>{accountId}</Fact>
        </dl>
      )}
      <div className="flex flex-wrap gap-2">
        <PermittedButton
          access={channelConnectApi.connectWoocommerce.access}
          task={t('connect shops')}
          size="small"
          onClick={() => setOpen('reconnect')}
        >
          {t('Reconnect')}
        </PermittedButton>
        <PermittedButton
          access={channelConnectApi.disconnect.access}
          task={t('disconnect shops')}
          size="small"
          onClick={() => setOpen('disconnect')}
        >
          {t('Disconnect')}
        </PermittedButton>
      </div>
      <Suspense>
        {open === 'reconnect' && (
          <ConnectShopDialog
            type={type}
            channelId={id}
            purpose="renew"
            siteUrl={siteUrl}
            onClose={close}
            onMatch={onMatch}
          />
        )}
      </Suspense>
      <DisconnectDialog channel={channel} isOpen={open === 'disconnect'} onClose={close} />
    </DrawerSection>
  )
}

type DisconnectDialogProps = { channel: ChannelDetail; isOpen: boolean; onClose: () => void }

function DisconnectDialog({ channel: { id, name }, isOpen, onClose }: DisconnectDialogProps) {
  const disconnect = useDisconnectChannel(name)
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title={t('Disconnect {name}?', { name })}
      confirmLabel={t('Disconnect')}
      isDangerous
      isPending={disconnect.isPending}
      onConfirm={() => disconnect.mutate(id, { onSuccess: onClose })}
    >
      <p>{t('What stops: order imports, stock updates and tracking updates. The stored credentials are deleted.')}</p>
      <p>
        {t('Orders, matches and settings stay here, and nothing changes in the shop. You can reconnect at any time.')}
      </p>
    </ConfirmDialog>
  )
}

/** The settings that only shops have. */
export function ShopFields({ form, channel }: GroupProps) {
  return (
    <DrawerSection title={t('Shop')}>
      {channel.type === 'shopify' && <LocationField form={form} channel={channel} />}
      <SwitchField
        control={form.control}
        name="sendsPrices"
        label={t('Send prices')}
        hint={t('When off, prices stay as they are in the shop. They are only sent in the shop’s own currency.')}
      />
      {channel.type === 'shopify' && (
        <SwitchField
          control={form.control}
          name="shipsAuthorized"
          label={t('Ship once payment is authorized')}
          hint={t('When off, an order waits until its payment is captured.')}
        />
      )}
    </DrawerSection>
  )
}

/** The shop's locations are read from the shop, by people who may. */
function LocationField(props: GroupProps) {
  const { role } = useCurrentUser()
  return allows(channelConnectApi.shop.access, role) ? <ReadLocationField {...props} /> : null
}

function ReadLocationField({ form, channel }: GroupProps) {
  const { data: shop, error, isFetching, refetch } = useConnectedShop(channel.id)
  if (error) {
    return (
      <Alert
        tone="warning"
        action={
          <Button size="small" isPending={isFetching} onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        }
      >
        {t('The shop’s locations couldn’t be loaded.')}
      </Alert>
    )
  }
  const locations = shop?.locations ?? []
  if (locations.length < 2) return null
  return (
    <SelectField
      control={form.control}
      name="locationId"
      label={t('Location')}
      hint={t('Lockstep updates stock at this location. Other locations won’t change.')}
      options={locations.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
