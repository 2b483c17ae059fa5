import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'

type FormFooterProps = { action: string; refusal: string | undefined; isPending: boolean; onCancel: () => void }

export function FormFooter({ action, refusal, isPending, onCancel }: FormFooterProps) {
  return (
    <>
      {refusal && <Alert tone="danger">{refusal}</Alert>}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          {action}
        </Button>
      </DialogActions>
    </>
  )
}
