import { useState } from 'react'
import type { ConnectedShop } from '#contract/channel-connect.ts'
import { t } from '#contract/i18n.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { Fact } from '#web/shared/drawer-section.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { useChannel } from '../api.ts'
import { Step, Steps } from '../connect/guide-parts.tsx'
import { useChooseLocation } from './api.ts'
import { LocationChoice } from './location-choice.tsx'

type FirstLookProps = { shop: ConnectedShop; onClose: () => void; onMatch: () => void }

/** The shop behind credentials that work. */
export function FirstLook({ shop, onClose, onMatch }: FirstLookProps) {
  const { channelId, shopName, locations, warnings } = shop
  const [locationId, setLocationId] = useState(shop.locationId)
  const [isMissing, setIsMissing] = useState(false)
  const choose = useChooseLocation(channelId)
  const { data: channel } = useChannel(channelId)
  const needsLocation = locations.length > 1 && locationId === null

  function goOn() {
    setIsMissing(needsLocation)
    if (needsLocation) return
    if (locationId === null || locationId === shop.locationId) return onMatch()
    choose.mutate(locationId, { onSuccess: onMatch })
  }

  return (
    <div className="grid gap-4">
      <Alert tone="success" title={t('{shopName} is connected', { shopName })}>
        {channel?.pushesStock
          ? t('Lockstep will keep updating its stock.')
          : t('Nothing has been sent to the shop yet.')}
      </Alert>
      <ShopFacts shop={shop} />
      {warnings.map((warning) => (
        <Alert key={warning} tone="warning">
          {warning}
        </Alert>
      ))}
      {locations.length > 1 && (
        <LocationChoice
          locations={locations}
          value={locationId}
          onChange={setLocationId}
          isMissing={isMissing && needsLocation}
        />
      )}
      {!channel?.pushesStock && <NextSteps />}
      <ServerErrorAlert error={choose.error} />
      <DialogActions>
        <Button onClick={onClose}>{t('Later')}</Button>
        <Button variant="primary" isPending={choose.isPending} onClick={goOn}>
          {t('Match products')}
        </Button>
      </DialogActions>
    </div>
  )
}

function NextSteps() {
  return (
    <section aria-labelledby="what-happens-next" className="grid gap-3">
      <h3 id="what-happens-next" className="font-semibold">
        {t('What happens next')}
      </h3>
      <Steps>
        <Step text={t('Lockstep will match the shop’s products with your SKUs, by SKU and barcode.')} />
        <Step text={t('Review anything it couldn’t match.')} />
        <Step text={t('Press Start. Lockstep will then update the shop’s stock.')} />
      </Steps>
    </section>
  )
}

function ShopFacts({ shop: { shopName, url, currency, products, openOrders } }: { shop: ConnectedShop }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
      <Fact label={t('Shop')}>{shopName}</Fact>
      <Fact label={t('Address')}>{url.replace(/^https?:\/\//, '')}</Fact>
      <Fact label={t('Currency')}>{currency}</Fact>
      {products !== null && <Fact label={t('Products')}>{formatNumber(products)}</Fact>}
      {openOrders !== null && <Fact label={t('Open orders')}>{formatNumber(openOrders)}</Fact>}
    </dl>
  )
}
