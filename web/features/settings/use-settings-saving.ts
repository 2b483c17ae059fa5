import { type SubmitEvent, useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { showServerErrors } from '#web/shared/form-refusal.ts'

type SettingsFormOptions<Values, Output> = {
  /** What the server holds, as the form shows it. It must be the same object until that changes. */
  saved: Values
  save: (output: Output) => Promise<Values>
}

export type SettingsFormControl = {
  isDirty: boolean
  isSubmitting: boolean
  /** Why it was refused, where no single field is to blame. */
  refusal: unknown
  onSubmit: (event: SubmitEvent) => void
  discard: () => void
}

/**
 * Saves a form that stays open. What a colleague saves meanwhile is shown; what is being typed here stays, also while it
 * is being saved.
 */
export function useSettingsForm<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { saved, save }: SettingsFormOptions<Values, Output>,
): SettingsFormControl {
  const [error, setError] = useState<unknown>(null)
  const { errors, isDirty, isSubmitting } = form.formState

  useEffect(() => form.reset(saved, { keepDirtyValues: true, keepDirty: true }), [form, saved])

  const submit = form.handleSubmit(async (output) => {
    const sent = form.getValues()
    try {
      resetKeepingLaterEdits(form, await save(output), sent)
    } catch (refused) {
      setError(refused)
      showServerErrors(form, refused)
    }
  })

  return {
    isDirty,
    isSubmitting,
    refusal: errors.root?.['server'] ? error : null,
    onSubmit: (event) => void submit(event),
    discard: () => form.reset(saved),
  }
}

/** The form holds what was saved, and beside it whatever has been changed since it was sent. */
function resetKeepingLaterEdits<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  saved: Values,
  sent: Values,
): void {
  const names = Object.keys(sent) as Path<Values>[]
  const changed = names
    .map((name) => ({ name, value: form.getValues(name) }))
    .filter(({ name, value }) => !Object.is(value, sent[name]))
  form.reset(saved)
  for (const { name, value } of changed) form.setValue(name, value, { shouldDirty: true })
}
