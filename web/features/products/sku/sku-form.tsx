import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { showRefusal } from '#web/shared/form-refusal.ts'
import type { FormDialogControl } from '../form-dialog.tsx'
import { FormFooter } from '../form-footer.tsx'
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
  const [refusal, setRefusal] = useState<unknown>(null)
  const form = useForm<SkuValues, unknown, SkuOutput>({ resolver: zodResolver(SkuFields), defaultValues })
  const { errors, isDirty, isSubmitting } = form.formState

  const { onDirtyChange } = dialog
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  const submit = form.handleSubmit(async (sku) => {
    try {
      await save(sku)
      onSaved()
    } catch (error) {
      setRefusal(error)
      showRefusal(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      <BasicFields form={form} isCodeLocked={isCodeLocked} hasSwitch={hasSwitch} />
      <PriceFields form={form} />
      <PackageFields form={form} />
      <AmazonFields form={form} />
      <FormFooter
        action={action}
        refusal={errors.root?.['server'] ? refusal : null}
        isPending={isSubmitting}
        onCancel={dialog.leave}
        onReload={onReload}
      />
    </form>
  )
}
