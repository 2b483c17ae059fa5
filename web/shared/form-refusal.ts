import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, errorMessage } from '#web/lib/api-error.ts'

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
