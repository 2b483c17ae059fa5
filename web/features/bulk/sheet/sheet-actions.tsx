import { useState } from 'react'
import { formatNumber } from '#web/lib/figures.ts'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useSheet } from './sheet-store.ts'

type SaveButtonsProps = { reason: string | null; isSaving: boolean; onSave: () => void; onLeave: () => void }

export function SaveButtons({ reason, isSaving, onSave, onLeave }: SaveButtonsProps) {
  const modified = useSheet(({ sheet }) => sheet.edits.size)
  const [isAsking, setIsAsking] = useState(false)
  const label = `Save All Changes (${formatNumber(modified)})`

  return (
    <>
      <Button aria-disabled={isSaving || undefined} onClick={() => (modified > 0 ? setIsAsking(true) : onLeave())}>
        Cancel
      </Button>
      {reason ? (
        <BlockedButton variant="primary" reason={reason}>
          {label}
        </BlockedButton>
      ) : (
        <Button variant="primary" isPending={isSaving} onClick={onSave}>
          {label}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        isDangerous
        onConfirm={onLeave}
      >
        <p>
          {modified === 1 ? '1 row is' : `${formatNumber(modified)} rows are`} changed and not saved. What you changed
          is lost; what was saved before stays.
        </p>
      </ConfirmDialog>
    </>
  )
}
