import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { SwitchField } from '#web/shared/switch-field.tsx'
import type { FormDialogControl } from '#web/shared/form-dialog.tsx'
import { ImageFields } from './image-fields.tsx'
import { ProductFields, type ProductOutput, type ProductValues } from './product-fields.ts'
import { useFormSaving } from '#web/shared/use-form-saving.ts'

type ProductFormProps = {
  defaultValues: ProductValues
  action: string
  dialog: FormDialogControl
  save: (product: ProductOutput) => Promise<unknown>
  onSaved: () => void
  /** A product that exists is activated and deactivated with a question of its own. */
  hasSwitch: boolean
  onReload?: () => void
}

export function ProductForm(props: ProductFormProps) {
  const { defaultValues, action, dialog, save, onSaved, hasSwitch, onReload } = props
  const form = useForm<ProductValues, unknown, ProductOutput>({ resolver: zodResolver(ProductFields), defaultValues })
  const { errors, isSubmitting } = form.formState
  const { onSubmit, serverError } = useFormSaving(form, { dialog, save, onSaved })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label="Title" error={errors.title?.message}>
        {(control) => <Input {...control} {...form.register('title')} autoComplete="off" />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Brand" isOptional error={errors.brand?.message}>
          {(control) => <Input {...control} {...form.register('brand')} autoComplete="off" />}
        </Field>
        <Field label="Category" isOptional error={errors.category?.message}>
          {(control) => <Input {...control} {...form.register('category')} autoComplete="off" />}
        </Field>
      </div>
      <Field label="Description" isOptional error={errors.description?.message}>
        {(control) => <Textarea {...control} {...form.register('description')} />}
      </Field>
      <ImageFields form={form} />
      {hasSwitch && <SwitchField control={form.control} name="isActive" label="Active" />}
      <FormFooter
        action={action}
        serverError={serverError}
        isPending={isSubmitting}
        onCancel={dialog.leave}
        onReload={onReload}
      />
    </form>
  )
}
