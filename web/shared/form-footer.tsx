import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { ServerErrorAlert } from './server-error-alert.tsx'

type FormFooterProps = {
  action: string
  /** Why the form as a whole was refused, where no single field is to blame. */
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
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          {action}
        </Button>
      </DialogActions>
    </>
  )
}
