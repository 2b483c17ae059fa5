import { t } from '#contract/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { ServerErrorAlert } from './server-error-alert.tsx'

type FormFooterProps = {
  action: string
  /** Server error of the form as a whole; errors of single fields are shown at the fields. */
  serverError: unknown
  isPending: boolean
  onCancel: () => void
  onReload?: (() => void) | undefined
}

export function FormFooter({ action, serverError, isPending, onCancel, onReload }: FormFooterProps) {
  return (
    <>
      <ServerErrorAlert error={serverError} onReload={onReload} />
      <DialogActions>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          {action}
        </Button>
      </DialogActions>
    </>
  )
}
