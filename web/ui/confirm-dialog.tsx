import * as Radix from 'radix-ui/alert-dialog'
import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import { BlockedButton } from './blocked-button.tsx'
import { buttonVariants, Button } from './button.tsx'
import { coverStyles, DialogActions } from './dialog.tsx'
import { useFocusReturn } from './focus.ts'
import { panelStyles, scrimStyles } from './overlay-frame.tsx'

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
  /** What the person looks at or fills in, below the consequences. */
  details?: ReactNode
  /** Hides the page behind it, and is not closed by Escape. */
  coversPage?: boolean
  /** Why the action can't be confirmed yet. */
  blockReason?: string | null
  onConfirm: () => void
}

/** Stays open until the caller closes it, so that a failed action can be retried. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  cancelLabel = t('Cancel'),
  isDangerous = false,
  isPending = false,
  details,
  coversPage = false,
  blockReason = null,
  onConfirm,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn()
  const variant = isDangerous ? 'danger' : 'primary'
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={coversPage ? coverStyles : scrimStyles} />
        <Radix.Content
          {...focusReturn}
          onEscapeKeyDown={(event) => coversPage && event.preventDefault()}
          className={panelStyles}
        >
          <Radix.Title className="text-xl font-semibold">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="grid gap-2 text-muted">{children}</div>
          </Radix.Description>
          {details}
          <DialogActions>
            <Radix.Cancel className={buttonVariants()}>{cancelLabel}</Radix.Cancel>
            {blockReason === null ? (
              <Button variant={variant} isPending={isPending} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            ) : (
              <BlockedButton variant={variant} reason={blockReason}>
                {confirmLabel}
              </BlockedButton>
            )}
          </DialogActions>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
