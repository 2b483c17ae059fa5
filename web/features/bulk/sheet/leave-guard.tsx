import { formatNumber } from '#web/lib/figures.ts'
import { useLeaveGuard } from '#web/shared/use-leave-guard.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useSheet } from './sheet-store.ts'

export function LeaveGuard() {
  const modified = useSheet(({ sheet }) => sheet.edits.size)
  const { leave, stay, isAsking } = useLeaveGuard(modified > 0)
  return (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={stay}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDangerous
      onConfirm={leave}
    >
      <p>
        {modified === 1 ? '1 row is' : `${formatNumber(modified)} rows are`} changed and not saved. When you leave this
        page, what you changed is lost.
      </p>
    </ConfirmDialog>
  )
}
