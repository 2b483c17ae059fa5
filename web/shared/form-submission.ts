import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import { ApiError, errorMessage } from '#web/lib/api-error.ts'
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

/** Shows the server's objections at their fields; what concerns no single field stands above the form. */
export function showServerErrors<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
): void {
  const known = Object.keys(form.getValues())
  const fields = error instanceof ApiError ? error.fields.filter(({ field }) => known.includes(field)) : []
  // Backwards, so that of several objections to one field the first stays.
  for (const { field, message } of fields.toReversed()) {
    form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: field === fields[0]?.field })
  }
  if (fields.length === 0) form.setError('root.server', { type: 'server', message: errorMessage(error) })
}

/**
 * Checks what was typed by shapes that are fetched when they are first needed: they bring a library that a form is shown
 * without. Where they can't be fetched the server says what is wrong, as it would anyway.
 */
export function lazyResolver<Values extends FieldValues, Output>(
  load: () => Promise<Resolver<Values, unknown, Output>>,
): Resolver<Values, unknown, Output> {
  return async (values, context, options) => {
    const resolver = await load().catch(() => null)
    return resolver ? resolver(values, context, options) : { values: values as unknown as Output, errors: {} }
  }
}

/**
 * Does a change once at a time, however often its button is pressed: a double click can be faster than the `isPending` that
 * would stop it, and its second half would be told a refusal. What goes wrong, the change's own toast says.
 */
export function useSingleFlight() {
  const isRunning = useRef(false)

  async function make(change: () => Promise<unknown>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    await change().catch(() => undefined)
    isRunning.current = false
  }

  return (change: () => Promise<unknown>): void => void make(change)
}
