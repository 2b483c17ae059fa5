import { type SubmitEvent, useState } from 'react'
import type { AttentionRow, SkuChoice, UnknownItem } from '#contract/attention.ts'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FormFooter } from '../form-footer.tsx'
import { useMapSku } from './api.ts'
import { SkuPicker } from './sku-choices.tsx'

type MapSkuDialogProps = { row: AttentionRow; item: UnknownItem; channelId: string; onClose: () => void }

/** Maps what a channel sells to one of our SKUs, or to a new one. */
export function MapSkuDialog(props: MapSkuDialogProps) {
  const { row, item, onClose } = props
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Map SKU')}
      description={t('Choose the SKU that {code} at {channel} stands for. All orders waiting for it will continue.', {
        code: item.code,
        channel: nameOf(row),
      })}
    >
      <SoldItem row={row} item={item} />
      <MapSkuForm {...props} />
    </Dialog>
  )
}

const nameOf = ({ channelName }: AttentionRow) => channelName ?? t('the channel')

/** What was bought: title, units, price and order. */
function SoldItem({ row, item: { code, title, quantity, unitPrice } }: Pick<MapSkuDialogProps, 'row' | 'item'>) {
  const price = row.currency ? formatMoney(unitPrice, row.currency) : unitPrice
  return (
    <section aria-label={t('Sold')} className="rounded-lg border bg-sunken px-3 py-2">
      <p className="font-medium wrap-anywhere">{title ?? code}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {[
          t('{quantity} × {price}', { quantity, price }),
          row.orderNumber && t('order {number}', { number: row.orderNumber }),
          title && t('code {code}', { code }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </section>
  )
}

function MapSkuForm({ row, item, channelId, onClose }: MapSkuDialogProps) {
  const { code, externalId, title } = item
  const [chosen, setChosen] = useState<SkuChoice | null>(null)
  const [newSku, setNewSku] = useState<NewSku | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const mapSku = useMapSku()
  const sold = { channelId, code, ...(externalId !== null && { externalId }), ...(title !== null && { title }) }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsMissing(chosen === null)
    if (mapSku.isPending || !(newSku ?? chosen)) return
    const target = newSku ? { newSku } : { skuId: chosen?.skuId ?? '' }
    mapSku.mutate({ channelId, code, externalId, ...target }, { onSuccess: onClose })
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {newSku ? (
        <NewSkuFields newSku={newSku} onChange={setNewSku} />
      ) : (
        <SkuPicker sold={sold} chosen={chosen} onChoose={setChosen} />
      )}
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start"
        onClick={() => setNewSku(newSku ? null : { sku: code, title: title ?? code })}
      >
        {newSku ? t('Choose an existing SKU') : t('Create a new SKU')}
      </Button>
      <p className="min-h-15 text-sm wrap-anywhere text-muted">
        {newSku && t('Creates a product with this SKU. Add its price and details under Products.')}
        {!newSku && (chosen ? mappingEffect(chosen, item, nameOf(row)) : t('No SKU chosen yet.'))}
      </p>
      {isMissing && !chosen && !newSku && <Alert tone="danger">{t('Choose a SKU first.')}</Alert>}
      <FormFooter
        action={newSku ? t('Create and map SKU') : t('Map SKU')}
        serverError={mapSku.error}
        isPending={mapSku.isPending}
        onCancel={onClose}
      />
    </form>
  )
}

/** An item is mapped alone: another variation may carry the same code. */
function mappingEffect({ sku }: SkuChoice, { code, externalId, title }: UnknownItem, channel: string): string {
  const name = title ? `${code} (${title})` : code
  return externalId === null
    ? t('Also applies to future orders: {code} at {channel} is now {sku}.', { code, channel, sku })
    : t(
        'Also applies to future orders: {name} at {channel} is now {sku}. Other items with the code {code} aren’t affected.',
        { name, channel, sku, code },
      )
}

type NewSku = { sku: string; title: string }

type NewSkuFieldsProps = { newSku: NewSku; onChange: (newSku: NewSku) => void }

function NewSkuFields({ newSku, onChange }: NewSkuFieldsProps) {
  return (
    <div className="grid gap-4">
      <Field label={t('SKU')}>
        {(control) => (
          <Input
            {...control}
            value={newSku.sku}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...newSku, sku: target.value })}
          />
        )}
      </Field>
      <Field label={t('Product title')}>
        {(control) => (
          <Input
            {...control}
            value={newSku.title}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...newSku, title: target.value })}
          />
        )}
      </Field>
    </div>
  )
}
