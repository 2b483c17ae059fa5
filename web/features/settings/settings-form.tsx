import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { t } from '#contract/i18n.ts'
import type { Access } from '#contract/roles.ts'
import { DraftNotice, useFormDraft } from '#web/shared/drafts.tsx'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { UnsavedChangesGuard } from '#web/shared/unsaved-changes.tsx'
import { Button } from '#web/ui/button.tsx'

type SettingsFormProps = {
  label: string
  saving: SettingsFormControl
  access: Access
  /** "change notifications": completes the reason shown to roles without access. */
  task: string
  action?: string
  /** Disables Save until something is changed. */
  isIdleUntilChanged?: boolean
  /** Buttons before Save. */
  extra?: ReactNode
  children: ReactNode
}

/** A form that fills a tab: its sections, the server's error and a sticky bar with Save. */
export function SettingsForm({
  label,
  saving,
  access,
  task,
  action = t('Save'),
  isIdleUntilChanged = false,
  extra,
  children,
}: SettingsFormProps) {
  const { isDirty, isSubmitting, serverError, onSubmit, discard, draft } = saving
  return (
    <>
      <form noValidate aria-label={label} onSubmit={onSubmit}>
        {draft.offered && (
          <div className="p-4 md:p-5">
            <DraftNotice draft={draft} />
          </div>
        )}
        {children}
        {serverError !== null && (
          <div className="px-4 pb-4 md:px-5">
            <ServerErrorAlert error={serverError} />
          </div>
        )}
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-t bg-raised px-4 py-3 md:px-5">
          {extra}
          {isDirty && <Button onClick={discard}>{t('Discard changes')}</Button>}
          <PermittedButton
            access={access}
            task={task}
            type="submit"
            variant="primary"
            aria-disabled={isIdleUntilChanged && !isDirty}
            isPending={isSubmitting}
          >
            {action}
          </PermittedButton>
        </div>
      </form>
      <UnsavedChangesGuard hasUnsaved={isDirty} onDiscard={draft.drop} />
    </>
  )
}

type SettingsFormOptions<Values, Output> = {
  /** The saved values. Must be the same object until they change, else the form is reset with every render. */
  saved: Values
  save: (output: Output) => Promise<Values>
  /** Under which what is typed is kept until it is saved. */
  draft: string
}

type SettingsFormControl = {
  isDirty: boolean
  isSubmitting: boolean
  /** The server's error that belongs to no single field. */
  serverError: unknown
  onSubmit: (event: SubmitEvent) => void
  discard: () => void
  draft: ReturnType<typeof useFormDraft>
}

/**
 * Saves a form that stays open. Changes saved by a colleague appear in untouched fields; what is typed here stays, also
 * while a save is under way.
 */
export function useSettingsForm<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { saved, save, draft: draftName }: SettingsFormOptions<Values, Output>,
): SettingsFormControl {
  const [error, setError] = useState<unknown>(null)
  const { errors, isDirty, isSubmitting } = form.formState
  const draft = useFormDraft(form, draftName)

  useEffect(() => form.reset(saved, { keepDirtyValues: true, keepDirty: true }), [form, saved])

  const submit = form.handleSubmit(async (output) => {
    const sent = form.getValues()
    try {
      resetKeepingLaterEdits(form, await save(output), sent)
    } catch (failure) {
      setError(failure)
      showServerErrors(form, failure)
    }
  })

  return {
    isDirty,
    isSubmitting,
    serverError: errors.root?.['server'] ? error : null,
    onSubmit: (event) => void submit(event),
    discard: () => form.reset(saved),
    draft,
  }
}

/** Resets the form to the saved values, keeping fields that were changed after the request was sent. */
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
