import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import type { FieldError } from '#contract/errors.ts'
import { ApiError, errorMessage } from '#web/lib/api-error.ts'
import { useFormDraft } from './drafts.tsx'
import type { FormDialogControl } from './form-dialog.tsx'

type FormSaving<Values, Output, Saved> = {
  dialog: FormDialogControl
  save: (output: Output) => Promise<Saved>
  onSaved: (saved: Saved) => void
  /** Fields that the draft leaves out. */
  secrets?: readonly (keyof Values)[]
}

/**
 * Submits a form inside a FormDialog, reports unsaved changes to it and keeps them as its draft. `serverError` is the
 * error that belongs to no single field.
 */
export function useFormSaving<Values extends FieldValues, Output, Saved>(
  form: UseFormReturn<Values, unknown, Output>,
  { dialog, save, onSaved, secrets }: FormSaving<Values, Output, Saved>,
) {
  const { onDirtyChange } = dialog
  const [error, setError] = useState<unknown>(null)
  const { errors, isDirty } = form.formState
  const draft = useFormDraft(form, dialog.draft, secrets)

  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  const submit = form.handleSubmit(async (output) => {
    try {
      const saved = await save(output)
      draft.drop()
      onSaved(saved)
    } catch (refused) {
      setError(refused)
      showServerErrors(form, refused)
    }
  })

  return {
    onSubmit: (event: SubmitEvent) => void submit(event),
    serverError: errors.root?.['server'] ? error : null,
    draft,
  }
}

/** Sets the server's field errors on the form; an error without a known field becomes `root.server`. */
export function showServerErrors<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
): void {
  const known = Object.keys(form.getValues())
  /** Also a field of a line, such as `skus.1.sku`. */
  const isShown = ({ field }: FieldError) => known.includes(field) || isValue(form.getValues(field as Path<Values>))
  const fields = error instanceof ApiError ? error.fields.filter(isShown) : []
  // In reverse, so that the first of several errors of one field wins.
  for (const { field, message } of fields.toReversed()) {
    form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: field === fields[0]?.field })
  }
  if (fields.length === 0) form.setError('root.server', { type: 'server', message: errorMessage(error) })
}

const isValue = (value: unknown) => value !== undefined && !(value instanceof Object)

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
