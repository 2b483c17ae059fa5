import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { Refusal } from './refusal.tsx'

type FormFooterProps = {
  action: string
  /** Why the form as a whole was refused, where no single field is to blame. */
  refusal: unknown
  isPending: boolean
  onCancel: () => void
  onReload?: (() => void) | undefined
}

export function FormFooter({ action, refusal, isPending, onCancel, onReload }: FormFooterProps) {
  return (
    <>
      <Refusal error={refusal} onReload={onReload} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          {action}
        </Button>
      </DialogActions>
    </>
  )
}
