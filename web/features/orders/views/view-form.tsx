import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { line } from '#contract/fields.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-refusal.ts'
import { SwitchField } from '#web/shared/switch-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

const ViewFields = z.object({ name: line('Name', 60), isShared: z.boolean() })
type ViewFields = z.output<typeof ViewFields>

type ViewFormProps = {
  defaults: ViewFields
  action: string
  refusal: unknown
  onSave: (fields: ViewFields) => Promise<unknown>
  onClose: () => void
}

export function ViewForm({ defaults, action, refusal, onSave, onClose }: ViewFormProps) {
  const form = useForm({ resolver: zodResolver(ViewFields), defaultValues: defaults })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (fields) => {
    try {
      await onSave(fields)
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <SwitchField
        control={form.control}
        name="isShared"
        label="Share with colleagues"
        hint="Everybody in your company can choose it; only you can change it."
      />
      <FormFooter
        action={action}
        serverError={errors.root?.['server'] ? refusal : null}
        isPending={isSubmitting}
        onCancel={onClose}
      />
    </form>
  )
}
