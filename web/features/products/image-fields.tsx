import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { ProductOutput, ProductValues } from './product-fields.ts'

const maxImages = 20

/** The first image stands on the product's card. */
export function ImageFields({ form }: { form: UseFormReturn<ProductValues, unknown, ProductOutput> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'images' })
  const errors = form.formState.errors.images
  return (
    <div className="grid gap-3">
      {fields.map((field, position) => (
        <div key={field.id} className="flex items-start gap-2 *:first:flex-1">
          <Field
            label={position === 0 ? 'Image URL' : `Image URL ${position + 1}`}
            isOptional
            error={errors?.[position]?.url?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...form.register(`images.${position}.url`)}
                type="url"
                placeholder="https://"
                autoComplete="off"
              />
            )}
          </Field>
          {fields.length > 1 && (
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove image ${position + 1}`}
              className="mt-6.5"
              onClick={() => remove(position)}
            >
              <Trash2 aria-hidden />
            </Button>
          )}
        </div>
      ))}
      {fields.length < maxImages && (
        <div>
          <Button size="small" variant="quiet" onClick={() => append({ url: '' })}>
            <Plus aria-hidden />
            Another image
          </Button>
        </div>
      )}
    </div>
  )
}
