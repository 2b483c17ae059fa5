import { type SubmitEvent, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { showServerErrors } from './form-refusal.ts'
import type { FormDialogControl } from './form-dialog.tsx'

type FormSaving<Output> = {
  dialog: FormDialogControl
  save: (output: Output) => Promise<unknown>
  onSaved: () => void
}

/** Saves a form in a dialog, which asks before it closes over what was typed. `refusal` concerns no single field. */
export function useFormSaving<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { dialog: { onDirtyChange }, save, onSaved }: FormSaving<Output>,
) {
  const [error, setError] = useState<unknown>(null)
  const { errors, isDirty } = form.formState

  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  const submit = form.handleSubmit(async (output) => {
    try {
      await save(output)
      onSaved()
    } catch (refused) {
      setError(refused)
      showServerErrors(form, refused)
    }
  })

  return {
    onSubmit: (event: SubmitEvent) => void submit(event),
    serverError: errors.root?.['server'] ? error : null,
  }
}
