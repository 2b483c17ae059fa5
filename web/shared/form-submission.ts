import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import { ApiError, errorMessage } from '#web/lib/api-error.ts'
import type { FormDialogControl } from './form-dialog.tsx'

type FormSaving<Output> = {
  dialog: FormDialogControl
  save: (output: Output) => Promise<unknown>
  onSaved: () => void
}

/**
 * Submits a form inside a FormDialog and reports unsaved changes to it. `serverError` is the error that belongs to no
 * single field.
 */
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

/** Sets the server's field errors on the form; an error without a known field becomes `root.server`. */
export function showServerErrors<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
): void {
  const known = Object.keys(form.getValues())
  const fields = error instanceof ApiError ? error.fields.filter(({ field }) => known.includes(field)) : []
  // In reverse, so that the first of several errors of one field wins.
  for (const { field, message } of fields.toReversed()) {
    form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: field === fields[0]?.field })
  }
  if (fields.length === 0) form.setError('root.server', { type: 'server', message: errorMessage(error) })
}

/**
 * Resolver that is loaded on first validation, which keeps zod out of the first load. If it can't be loaded, validation
 * is left to the server.
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
 * Runs one call at a time and ignores further ones meanwhile: a double click can be faster than the `isPending` that
 * blocks the button, and the second call would be refused. Errors are shown by the mutation's own toast.
 */
export function useSingleFlight() {
  const isRunning = useRef(false)

  async function run(change: () => Promise<unknown>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    await change().catch(() => undefined)
    isRunning.current = false
  }

  return (change: () => Promise<unknown>): void => void run(change)
}
