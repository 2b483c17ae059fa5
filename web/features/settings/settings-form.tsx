import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Access } from '#contract/roles.ts'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { UnsavedChangesGuard } from '#web/shared/unsaved-changes.tsx'
import { Button } from '#web/ui/button.tsx'

type SettingsFormProps = {
  label: string
  saving: SettingsFormControl
  access: Access
  /** What the role can't do, such as "change notifications". */
  deniedAction: string
  action?: string
  /** Whether Save does nothing before something is changed. */
  isIdleUntilChanged?: boolean
  /** Further buttons, before the one that saves. */
  extra?: ReactNode
  children: ReactNode
}

/** A form that fills a tab: its sections, why it was refused, and a bar to save that stays in sight. */
export function SettingsForm({
  label,
  saving,
  access,
  deniedAction,
  action = 'Save',
  isIdleUntilChanged = false,
  extra,
  children,
}: SettingsFormProps) {
  const { isDirty, isSubmitting, refusal, onSubmit, discard } = saving
  return (
    <>
      <form noValidate aria-label={label} onSubmit={onSubmit}>
        {children}
        {refusal !== null && (
          <div className="px-4 pb-4 md:px-5">
            <ServerErrorAlert error={refusal} />
          </div>
        )}
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-t bg-raised px-4 py-3 md:px-5">
          {extra}
          {isDirty && <Button onClick={discard}>Discard changes</Button>}
          <PermittedButton
            access={access}
            task={deniedAction}
            type="submit"
            variant="primary"
            aria-disabled={isIdleUntilChanged && !isDirty}
            isPending={isSubmitting}
          >
            {action}
          </PermittedButton>
        </div>
      </form>
      <UnsavedChangesGuard hasUnsaved={isDirty} />
    </>
  )
}

type SettingsFormOptions<Values, Output> = {
  /** What the server holds, as the form shows it. It must be the same object until that changes. */
  saved: Values
  save: (output: Output) => Promise<Values>
}

type SettingsFormControl = {
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
