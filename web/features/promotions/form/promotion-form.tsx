import { zodResolver } from '@hookform/resolvers/zod'
import { useContext } from 'react'
import { useForm } from 'react-hook-form'
import type { PromotionRow } from '#contract/promotions.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { SwitchField } from '#web/shared/switch-field.tsx'
import { TimeZone } from '#web/shared/time-zone.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { ChannelsField } from './channels-field.tsx'
import { CodeField } from './code-field.tsx'
import type { FormDialogControl } from '#web/shared/form-dialog.tsx'
import { LimitFields } from './limit-fields.tsx'
import { DateTimeField } from './moment-field.tsx'
import { promotionFields, type PromotionOutput, type PromotionValues } from './promotion-fields.ts'
import { useFormSaving } from '#web/shared/use-form-saving.ts'
import { ValueFields } from './value-fields.tsx'

type PromotionFormProps = {
  defaultValues: PromotionValues
  action: string
  dialog: FormDialogControl
  save: (promotion: PromotionOutput) => Promise<unknown>
  onSaved: () => void
  /** The promotion that is being edited. */
  opened?: PromotionRow
  onReload?: () => void
}

export function PromotionForm(props: PromotionFormProps) {
  const { defaultValues, action, dialog, save, onSaved, opened = null, onReload } = props
  const timeZone = useContext(TimeZone)
  const form = useForm<PromotionValues, unknown, PromotionOutput>({
    resolver: zodResolver(promotionFields({ timeZone, opened })),
    defaultValues,
  })
  const { errors, isSubmitting } = form.formState
  const { onSubmit, serverError } = useFormSaving(form, { dialog, save, onSaved })
  const isLocked = opened?.isRedeemed ?? false

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label="Title" error={errors.title?.message}>
        {(control) => <Input {...control} {...form.register('title')} autoComplete="off" />}
      </Field>
      <CodeField form={form} isLocked={isLocked} />
      <Field label="Description" isOptional error={errors.description?.message}>
        {(control) => <Textarea {...control} {...form.register('description')} rows={2} />}
      </Field>
      <ValueFields form={form} isLocked={isLocked} />
      <LimitFields form={form} redemptionCount={opened?.redemptionCount ?? 0} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateTimeField control={form.control} name="startsAt" label="Starts" hint="Empty means at once" />
        <DateTimeField control={form.control} name="endsAt" label="Ends" hint="Empty means no end" />
        <p className="text-sm text-muted sm:col-span-full">Dates and times are those of {timeZone}.</p>
      </div>
      <ChannelsField control={form.control} />
      <SwitchField
        control={form.control}
        name="isStackable"
        label="Stackable"
        hint="Goes together with other stackable promotions; otherwise it stands alone."
      />
      <SwitchField control={form.control} name="isActive" label="Active" />
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
