import { useState } from 'react'
import { channelConnectApi, type ShopToStart } from '#contract/channel-connect.ts'
import type { ChannelDetail } from '#contract/channels.ts'
import { formatCount } from '#web/lib/format-number.ts'
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
        {formatCount(matched, 'product')} matched. Nothing has been sent to the shop yet.
      </p>
      {matched === 0 ? (
        <BlockedButton variant="primary" reason="Match at least one product first.">
          Start
        </BlockedButton>
      ) : (
        <PermittedButton
          access={channelConnectApi.start.access}
          task="start channels"
          variant="primary"
          onClick={() => setIsOpen(true)}
        >
          Start
        </PermittedButton>
      )}
      {isOpen && <StartDialog channel={channel} matched={matched} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function StartDialog({ channel, matched, onClose }: StartProps & { onClose: () => void }) {
  const query = useConnectedShop(channel.id)
  return (
    <Dialog open onOpenChange={onClose} title={`Start ${channel.name}`}>
      <QueryContent what="The shop" query={query}>
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
          ? `The shop has Lockstep’s quantity of each of the ${formatCount(matched, 'product')}.`
          : `The quantities of ${formatCount(firstPush.changed, 'product')} will be replaced by Lockstep’s.`}{' '}
        {sendsPrices ? 'Shop prices too.' : 'Prices stay as they are in the shop.'} Products that are not matched stay
        untouched.
      </p>
      {firstPush.soldOut > 0 && (
        <Alert tone="warning" title={`${formatCount(firstPush.soldOut, 'product')} will be sold out in the shop`}>
          Lockstep has no units of {firstPush.soldOut === 1 ? 'it' : 'them'} to sell. If the shop’s quantity is right,
          correct the stock under Inventory before you start.
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
        label={`Also send prices (${currency})`}
        {...(canSendPrices === false && { hint: `Not possible: your prices are in ${ours ?? 'another currency'}.` })}
        disabled={!canSendPrices}
        checked={sendsPrices}
        onCheckedChange={setSendsPrices}
      />
      <ServerErrorAlert error={start.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" isPending={start.isPending} onClick={confirm}>
          Start
        </Button>
      </DialogActions>
    </div>
  )
}
