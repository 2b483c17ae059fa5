import { zodResolver } from '@hookform/resolvers/zod'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useContext, useEffect } from 'react'
import { useFieldArray, useForm, type UseFormReturn } from 'react-hook-form'
import { t } from '#contract/i18n.ts'
import { SelectField } from '#web/shared/form-fields.tsx'
import { TimeZone } from '#web/shared/relative-time.tsx'
import { useChannelChoices } from '#web/shared/channels.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { DateTimeField } from '../date-time-field.tsx'
import {
  cartFields,
  type CartOutput,
  type CartValues,
  emptyCart,
  emptyLine,
  maxLines,
  noChannel,
} from './cart-fields.ts'

type CartFormProps = {
  isPending: boolean
  onPrice: (cart: CartOutput) => void
  /** Called when a field changes, so that the shown result is outdated. */
  onChange: () => void
}

export function CartForm({ isPending, onPrice, onChange }: CartFormProps) {
  const timeZone = useContext(TimeZone)
  const channels = useChannelChoices()
  const form = useForm<CartValues, unknown, CartOutput>({
    resolver: zodResolver(cartFields(timeZone)),
    defaultValues: emptyCart,
  })
  const { subscribe } = form

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ type }) => type && onChange() }),
    [subscribe, onChange],
  )

  const submit = form.handleSubmit(onPrice)

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <CartLines form={form} />
      <Field
        label={t('Codes')}
        isOptional
        hint={t('Separate codes with commas or spaces')}
        error={form.formState.errors.codes?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('codes')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={form.control}
          name="channelId"
          label={t('Channel')}
          options={[{ value: noChannel, label: t('No channel') }, ...channels]}
        />
        <DateTimeField
          control={form.control}
          name="at"
          label={t('Date and time')}
          hint={t('Empty means now. Time zone: {timeZone}', { timeZone })}
        />
      </div>
      <Button type="submit" variant="primary" isPending={isPending} className="justify-self-end">
        {t('Calculate price')}
      </Button>
    </form>
  )
}

function CartLines({ form }: { form: UseFormReturn<CartValues, unknown, CartOutput> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'items' })
  const errors = form.formState.errors.items
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{t('Lines')}</legend>
      {fields.map((field, position) => (
        <div key={field.id} className="grid grid-cols-[1fr_6rem_auto] items-start gap-2">
          <Field label={lineLabel(t('Price'), position)} error={errors?.[position]?.unitPrice?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register(`items.${position}.unitPrice`)}
                inputMode="decimal"
                placeholder="0.00"
                autoComplete="off"
              />
            )}
          </Field>
          <Field label={lineLabel(t('Quantity'), position)} error={errors?.[position]?.quantity?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register(`items.${position}.quantity`)}
                inputMode="numeric"
                autoComplete="off"
              />
            )}
          </Field>
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('Remove line {number}', { number: position + 1 })}
            aria-disabled={fields.length === 1}
            className="mt-6.5"
            onClick={() => remove(position)}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ))}
      {fields.length < maxLines && (
        <div>
          <Button size="small" variant="quiet" onClick={() => append(emptyLine)}>
            <Plus aria-hidden />
            {t('Add another line')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

const lineLabel = (label: string, position: number) => (position === 0 ? label : `${label} ${position + 1}`)
