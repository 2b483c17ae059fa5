import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormFooter } from '#web/shared/form-footer.tsx'
import type { FormDialogControl } from '#web/shared/form-dialog.tsx'
import { useFormSaving } from '#web/shared/use-form-saving.ts'
import { SkuFields, type SkuOutput, type SkuValues } from './sku-fields.ts'
import { AmazonFields, BasicFields, PackageFields, PriceFields } from './sku-form-groups.tsx'

type SkuFormProps = {
  defaultValues: SkuValues
  action: string
  dialog: FormDialogControl
  save: (sku: SkuOutput) => Promise<unknown>
  onSaved: () => void
  onReload?: () => void
  /** Amazon knows the SKU by its code, so the code stays. */
  isCodeLocked?: boolean
  /** A SKU that exists is activated and deactivated with a button of its own. */
  hasSwitch?: boolean
}

export function SkuForm(props: SkuFormProps) {
  const { defaultValues, action, dialog, save, onSaved, onReload, isCodeLocked = false, hasSwitch = false } = props
  const form = useForm<SkuValues, unknown, SkuOutput>({ resolver: zodResolver(SkuFields), defaultValues })
  const { onSubmit, serverError } = useFormSaving(form, { dialog, save, onSaved })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-6">
      <BasicFields form={form} isCodeLocked={isCodeLocked} hasSwitch={hasSwitch} />
      <PriceFields form={form} />
      <PackageFields form={form} />
      <AmazonFields form={form} />
      <FormFooter
        action={action}
        serverError={serverError}
        isPending={form.formState.isSubmitting}
        onCancel={dialog.leave}
        onReload={onReload}
      />
    </form>
  )
}
