import { type SubmitEvent, useState } from 'react'
import type { AttentionRow, SkuChoice, UnknownItem } from '#contract/attention.ts'
import { formatMoney } from '#contract/money.ts'
import { formatNumber } from '#web/lib/format-number.ts'
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
      title="Map SKU"
      description={`Choose the SKU that ${item.code} at ${nameOf(row)} stands for. All orders that wait for it continue.`}
    >
      <SoldItem row={row} item={item} />
      <MapSkuForm {...props} />
    </Dialog>
  )
}

const nameOf = ({ channelName }: AttentionRow) => channelName ?? 'the channel'

/** What was bought: title, units, price and order. */
function SoldItem({ row, item: { code, title, quantity, unitPrice } }: Pick<MapSkuDialogProps, 'row' | 'item'>) {
  const price = row.currency ? formatMoney(unitPrice, row.currency) : unitPrice
  return (
    <section aria-label="Sold" className="rounded-lg border bg-sunken px-3 py-2">
      <p className="font-medium wrap-anywhere">{title ?? code}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {[
          `${formatNumber(quantity)} × ${price}`,
          row.orderNumber && `order ${row.orderNumber}`,
          title && `code ${code}`,
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
        {newSku ? 'Choose an existing SKU' : 'Make a new SKU'}
      </Button>
      <p className="min-h-15 text-sm wrap-anywhere text-muted">
        {newSku && 'Makes a product with this SKU. Add its price and details under Products.'}
        {!newSku && (chosen ? mappingEffect(chosen, item, nameOf(row)) : 'No SKU is chosen yet.')}
      </p>
      {isMissing && !chosen && !newSku && <Alert tone="danger">Choose a SKU first.</Alert>}
      <FormFooter
        action={newSku ? 'Make and map SKU' : 'Map SKU'}
        serverError={mapSku.error}
        isPending={mapSku.isPending}
        onCancel={onClose}
      />
    </form>
  )
}

/** An item is mapped alone: another variation may carry the same code. */
function mappingEffect({ sku }: SkuChoice, { code, externalId, title }: UnknownItem, channelName: string): string {
  const name = title ? `${code} (${title})` : code
  return externalId === null
    ? `Also for future orders: what ${channelName} calls ${code} is ${sku} from now on.`
    : `Also for future orders: ${name} at ${channelName} is ${sku} from now on. Other items with the code ${code} are not affected.`
}

type NewSku = { sku: string; title: string }

type NewSkuFieldsProps = { newSku: NewSku; onChange: (newSku: NewSku) => void }

function NewSkuFields({ newSku, onChange }: NewSkuFieldsProps) {
  return (
    <div className="grid gap-4">
      <Field label="SKU">
        {(control) => (
          <Input
            {...control}
            value={newSku.sku}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...newSku, sku: target.value })}
          />
        )}
      </Field>
      <Field label="Product title">
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
