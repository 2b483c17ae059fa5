import * as Radix from 'radix-ui/alert-dialog'
import type { ReactNode } from 'react'
import { buttonVariants, Button } from './button.tsx'
import { DialogActions, panelStyles, scrimStyles } from './dialog.tsx'
import { useFocusReturn } from './focus.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The consequences: what changes and what stays. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  isDangerous?: boolean
  isPending?: boolean
  onConfirm: () => void
}

/** Stays open until the caller closes it, so that a failed action can be retried. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDangerous = false,
  isPending = false,
  onConfirm,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimStyles} />
        <Radix.Content {...focusReturn} className={panelStyles}>
          <Radix.Title className="text-xl font-semibold">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="grid gap-2 text-muted">{children}</div>
          </Radix.Description>
          <DialogActions>
            <Radix.Cancel className={buttonVariants()}>{cancelLabel}</Radix.Cancel>
            <Button variant={isDangerous ? 'danger' : 'primary'} isPending={isPending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </DialogActions>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
