import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { type CartOutput, type CartValues, emptyLine, maxLines } from './cart-fields.ts'

export function CartLines({ form }: { form: UseFormReturn<CartValues, unknown, CartOutput> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'items' })
  const errors = form.formState.errors.items
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">Lines</legend>
      {fields.map((field, position) => (
        <div key={field.id} className="grid grid-cols-[1fr_6rem_auto] items-start gap-2">
          <Field label={lineLabel('Price', position)} error={errors?.[position]?.unitPrice?.message}>
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
          <Field label={lineLabel('Quantity', position)} error={errors?.[position]?.quantity?.message}>
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
            aria-label={`Remove line ${position + 1}`}
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
            Another line
          </Button>
        </div>
      )}
    </fieldset>
  )
}

const lineLabel = (label: string, position: number) => (position === 0 ? label : `${label} ${position + 1}`)
