import type { ReactNode } from 'react'
import type { Access } from '#contract/roles.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ServerErrorAlert } from '#web/shared/refusal.tsx'
import { UnsavedChangesGuard } from '#web/shared/unsaved-guard.tsx'
import { Button } from '#web/ui/button.tsx'
import type { SettingsFormControl } from './use-settings-saving.ts'

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
