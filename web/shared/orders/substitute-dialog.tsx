import { type SubmitEvent, useState } from 'react'
import type { SkuChoice } from '#contract/attention.ts'
import { t } from '#contract/i18n.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkuPicker } from '../attention/sku-choices.tsx'
import { FormFooter } from '../form-footer.tsx'
import { LoadError } from '../query-content.tsx'
import { type OrderDialogProps, useOrder, useSubstitute } from './api.ts'

/** Sends another SKU than the one sold, for one line of an order that is not sent. */
export function SubstituteDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const { data: order, error, isFetching, refetch } = useOrder(id)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Substitute a SKU in order {orderNumber}', { orderNumber })}
      description={t('Choose what to send instead. The order in the shop won’t change, so let the customer know.')}
    >
      {error && !order && (
        <LoadError what={t('The order')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!order && !error && <Spinner />}
      {order && <SubstituteForm order={order} onClose={onClose} />}
    </Dialog>
  )
}

/** Mapped lines, those that lack units first. */
const substitutableLines = ({ items }: OrderDetail) =>
  items.filter(({ skuId }) => skuId !== null).toSorted((one, other) => other.lacking - one.lacking)

const nameOf = ({ title, ownSku, sku }: OrderDetail['items'][number]) =>
  [ownSku ?? sku, title].filter(Boolean).join(', ')

function SubstituteForm({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const lines = substitutableLines(order)
  const [lineId, setLineId] = useState(lines[0]?.id ?? '')
  const [chosen, setChosen] = useState<SkuChoice | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const substitute = useSubstitute()
  const line = lines.find(({ id }) => id === lineId)
  if (!line) return <p className="text-muted">{t('No item in this order has a SKU yet. Map the SKUs first.')}</p>
  const { quantity, sku: code, title, externalProductId } = line

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsMissing(chosen === null)
    if (!chosen || substitute.isPending) return
    const request = { orderId: order.id, orderItemId: lineId, skuId: chosen.skuId }
    substitute.mutate(request, { onSuccess: onClose })
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label={t('Instead of')} hint={t('{quantity} ordered', { quantity })}>
        {(control) => (
          <Select
            {...control}
            options={lines.map((each) => ({ value: each.id, label: nameOf(each) }))}
            value={lineId}
            onValueChange={setLineId}
          />
        )}
      </Field>
      <SkuPicker
        sold={{
          ...(order.channelId !== null && { channelId: order.channelId }),
          code,
          ...(externalProductId !== null && { externalId: externalProductId }),
          ...(title !== null && { title }),
        }}
        withoutId={line.skuId}
        chosen={chosen}
        onChoose={setChosen}
      />
      {isMissing && !chosen && <Alert tone="danger">{t('Choose a SKU first.')}</Alert>}
      <FormFooter
        action={t('Substitute')}
        serverError={substitute.error}
        isPending={substitute.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
