import { useState } from 'react'
import { channelConnectApi, type ShopToStart } from '#contract/channel-connect.ts'
import type { ChannelDetail } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useCompanyCurrency, useConnectedShop, useStartChannel } from '../connect-shop/api.ts'
import { LocationChoice } from '../connect-shop/location-choice.tsx'

type StartProps = { channel: ChannelDetail; matched: number }

/** The last step of connecting a shop: until then nothing is sent to it. */
export function StartBar({ channel, matched }: StartProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t bg-raised px-4 py-3">
      <p className="text-sm text-muted">
        {t('{matched, plural, one {# product} other {# products}} matched. Nothing has been sent to the shop yet.', {
          matched,
        })}
      </p>
      {matched === 0 ? (
        <BlockedButton variant="primary" reason={t('Match at least one product first.')}>
          {t('Start')}
        </BlockedButton>
      ) : (
        <PermittedButton
          access={channelConnectApi.start.access}
          task={t('start channels')}
          variant="primary"
          onClick={() => setIsOpen(true)}
        >
          {t('Start')}
        </PermittedButton>
      )}
      {isOpen && <StartDialog channel={channel} matched={matched} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function StartDialog({ channel, matched, onClose }: StartProps & { onClose: () => void }) {
  const query = useConnectedShop(channel.id)
  return (
    <Dialog open onOpenChange={onClose} title={t('Start {name}', { name: channel.name })}>
      <QueryContent what={t('The shop')} query={query}>
        {(shop) => <StartForm shop={shop} channel={channel} matched={matched} onClose={onClose} />}
      </QueryContent>
    </Dialog>
  )
}

function StartForm({ shop, channel, matched, onClose }: StartProps & { shop: ShopToStart; onClose: () => void }) {
  const { currency, locations, firstPush } = shop
  const start = useStartChannel(channel.name)
  const { data: ours } = useCompanyCurrency()
  // Prices are never sent in another currency than the shop's.
  const canSendPrices = ours === undefined ? undefined : ours === currency
  const [sendsPrices, setSendsPrices] = useState(channel.sendsPrices)
  const [locationId, setLocationId] = useState(shop.locationId)
  const [isMissing, setIsMissing] = useState(false)
  const needsLocation = locations.length > 1 && locationId === null

  function confirm() {
    setIsMissing(needsLocation)
    if (needsLocation) return
    const location = locationId !== shop.locationId && { locationId }
    start.mutate({ channelId: channel.id, sendsPrices, ...location }, { onSuccess: onClose })
  }

  return (
    <div className="grid gap-4">
      <p>
        {firstPush.changed === 0
          ? t(
              '{matched, plural, one {The shop already has Lockstep’s quantity for the matched product.} other {The shop already has Lockstep’s quantities for all # matched products.}}',
              { matched },
            )
          : t(
              '{changed, plural, one {The quantity for # product} other {The quantities for # products}} will be replaced by Lockstep’s.',
              { changed: firstPush.changed },
            )}{' '}
        {sendsPrices ? t('Shop prices will be replaced too.') : t('Prices stay as they are in the shop.')}{' '}
        {t('Unmatched products won’t change.')}
      </p>
      {firstPush.soldOut > 0 && (
        <Alert
          tone="warning"
          title={t('{soldOut, plural, one {# product} other {# products}} will be sold out in the shop', {
            soldOut: firstPush.soldOut,
          })}
        >
          {t(
            'Lockstep has no sellable stock for {soldOut, plural, one {it} other {them}}. If the shop’s quantity is right, correct the stock under Inventory before you start.',
            { soldOut: firstPush.soldOut },
          )}
        </Alert>
      )}
      {locations.length > 1 && (
        <LocationChoice
          locations={locations}
          value={locationId}
          onChange={setLocationId}
          isMissing={isMissing && needsLocation}
        />
      )}
      <Switch
        label={t('Also send prices ({currency})', { currency })}
        {...(canSendPrices === false && { hint: t('Not possible: your prices are in {ours}.', { ours: ours ?? '' }) })}
        disabled={!canSendPrices}
        checked={sendsPrices}
        onCheckedChange={setSendsPrices}
      />
      <ServerErrorAlert error={start.error} />
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="primary" isPending={start.isPending} onClick={confirm}>
          {t('Start')}
        </Button>
      </DialogActions>
    </div>
  )
}
