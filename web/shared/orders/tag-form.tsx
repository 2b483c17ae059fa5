import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { line } from '#contract/fields.ts'
import { t } from '#contract/i18n.ts'
import { type TagColor, tagColors } from '#contract/order-tags.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { SelectField } from '../form-fields.tsx'
import { showServerErrors } from '../form-submission.ts'
import { ServerErrorAlert } from '../server-error-alert.tsx'

const TagFields = z.object({ name: line(t('Name'), 30), color: z.enum(tagColors) })

type TagFields = z.output<typeof TagFields>

const colorLabels: Record<TagColor, string> = {
  gray: t('Gray'),
  teal: t('Teal'),
  blue: t('Blue'),
  green: t('Green'),
  amber: t('Amber'),
  red: t('Red'),
}

const colorOptions = tagColors.map((color) => ({ value: color, label: colorLabels[color] }))

type TagFormProps = {
  defaults: TagFields
  action: string
  /** Error of the last submission. */
  serverError: unknown
  /** Beside the button, such as Cancel. */
  extra?: ReactNode
  onSave: (fields: TagFields) => Promise<unknown>
}

/** Name and color of a tag. Empty again after it was saved. */
export function TagForm({ defaults, action, serverError, extra, onSave }: TagFormProps) {
  const form = useForm({ resolver: zodResolver(TagFields), defaultValues: defaults })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (fields) => {
    try {
      await onSave(fields)
      form.reset()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-[1fr_8rem]">
        <Field label={t('Tag name')} error={errors.name?.message}>
          {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
        </Field>
        <SelectField control={form.control} name="color" label={t('Color')} options={colorOptions} />
      </div>
      <ServerErrorAlert error={errors.root?.['server'] ? serverError : null} />
      <div className="flex flex-wrap justify-end gap-2">
        {extra}
        <Button type="submit" size="small" isPending={isSubmitting}>
          {action}
        </Button>
      </div>
    </form>
  )
}
