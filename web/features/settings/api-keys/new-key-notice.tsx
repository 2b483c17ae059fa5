import { useState } from 'react'
import type { NewApiKey } from '#contract/api-keys.ts'
import { CodeBlock } from '#web/shared/code-block.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'

type NewKeyNoticeProps = { newKey: NewApiKey; onClose: () => void }

/** The only time that a key is seen: a slip of the hand must not lose it. */
export function NewKeyNotice({ newKey: { name, isMaster, key }, onClose }: NewKeyNoticeProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={() => setIsAsking(true)}
      title={isMaster ? 'Your new master key' : `Your new key “${name}”`}
    >
      <CodeBlock title="API key" code={key} />
      <Alert tone="warning" title="It is shown only now">
        Copy it to where the program reads it from. Lockstep keeps no copy that could be shown again.
      </Alert>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          I have stored it
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Close without the key?"
        confirmLabel="Close"
        cancelLabel="Keep it open"
        onConfirm={onClose}
      >
        It can’t be shown again. If you have not stored it, you will need to make another one.
      </ConfirmDialog>
    </Dialog>
  )
}
