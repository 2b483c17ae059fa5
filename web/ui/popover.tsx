import * as Radix from 'radix-ui/popover'
import type { ReactNode } from 'react'

type PopoverProps = {
  /** The button that opens it. */
  trigger: ReactNode
  /** The accessible name of the content. */
  label: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Keeps it open although the focus goes elsewhere, such as to a question about what was typed. */
  isPinned?: boolean
  children: ReactNode
}

/** A small form beside its button. Escape closes it; the focus returns to the button. */
export function Popover({ trigger, label, isOpen, onOpenChange, isPinned = false, children }: PopoverProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onInteractOutside={(event) => isPinned && event.preventDefault()}
          className="z-50 max-h-(--radix-popover-content-available-height) w-72 animate-pop overflow-y-auto rounded-lg border bg-raised p-4 text-left text-sm font-normal text-ink shadow-overlay"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
