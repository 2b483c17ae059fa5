import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import type { SkuChoice } from '#contract/attention.ts'
import { t } from '#contract/i18n.ts'
import { SkuPicker } from '#web/shared/attention/sku-choices.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { type LineValues, type NewOrderFormState, toLine } from './new-order-values.ts'

type OrderLinesProps = { form: NewOrderFormState }

/** The lines of a new order. SKUs are chosen from a list with their stock. */
export function OrderLines({ form }: OrderLinesProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'items' })
  const [isPicking, setIsPicking] = useState(fields.length === 0)
  const problem = form.formState.errors.items?.message

  /** A SKU that is among the lines already gets one unit more. */
  function add(choice: SkuChoice) {
    const at = form.getValues('items').findIndex(({ skuId }) => skuId === choice.skuId)
    if (at >= 0) {
      const quantity = Number(form.getValues(`items.${at}.quantity`)) || 0
      form.setValue(`items.${at}.quantity`, String(quantity + 1), { shouldDirty: true })
    } else append(toLine(choice))
    setIsPicking(false)
  }

  return (
    <>
      {fields.length > 0 && (
        <ul aria-label={t('Items')} className="divide-y rounded-lg border">
          {fields.map((field, at) => (
            <OrderLine key={field.id} form={form} line={field} at={at} onRemove={() => remove(at)} />
          ))}
        </ul>
      )}
      {problem && fields.length === 0 && <Alert tone="danger">{problem}</Alert>}
      {isPicking ? (
        <div className="grid gap-3 rounded-lg border p-3">
          <SkuPicker sold={{}} chosen={null} onChoose={add} />
          {fields.length > 0 && (
            <div>
              <Button size="small" onClick={() => setIsPicking(false)}>
                {t('Close the list')}
              </Button>
            </div>
          )}
        </div>
      ) : (
        <div>
          <Button size="small" onClick={() => setIsPicking(true)}>
            <Plus aria-hidden />
            {t('Add item')}
          </Button>
        </div>
      )}
    </>
  )
}

type OrderLineProps = OrderLinesProps & { line: LineValues; at: number; onRemove: () => void }

function OrderLine({ form, line: { sku, title, sellable }, at, onRemove }: OrderLineProps) {
  const errors = form.formState.errors.items?.[at]
  const [isFree, quantity] = [form.watch('isFree'), Number(form.watch(`items.${at}.quantity`))]
  const isShort = sellable !== null && quantity > sellable
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-3 p-3 sm:grid-cols-[1fr_6rem_7rem_auto]">
      <div className="min-w-0">
        <p className="font-mono font-medium wrap-anywhere">{sku}</p>
        <p className="text-sm text-muted wrap-anywhere">{title}</p>
        {sellable !== null && (
          <p className={isShort ? 'text-sm text-danger' : 'text-sm text-muted'}>
            {isShort
              ? t('Only {sellable} in stock. The order will wait for more.', { sellable })
              : t('{sellable} in stock', { sellable })}
          </p>
        )}
      </div>
      <div className="order-last col-span-full grid grid-cols-2 gap-3 sm:order-none sm:col-span-2">
        <Field label={t('Quantity')} error={errors?.quantity?.message}>
          {(control) => (
            <Input {...control} {...form.register(`items.${at}.quantity`)} inputMode="numeric" autoComplete="off" />
          )}
        </Field>
        {!isFree && (
          <Field label={t('Unit price')} error={errors?.unitPrice?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register(`items.${at}.unitPrice`)}
                inputMode="decimal"
                placeholder="0.00"
                autoComplete="off"
              />
            )}
          </Field>
        )}
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('Remove {sku}', { sku })}
        className="sm:mt-6.5"
        onClick={onRemove}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  )
}
