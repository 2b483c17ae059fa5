import X from 'lucide-react/icons/x'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { buttonVariants } from './button.tsx'
import { useFocusReturn } from './focus.ts'
import './nonce.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  children: ReactNode
}

export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimStyles} />
        <Radix.Content
          {...focusReturn}
          className={panelStyles}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="grid gap-1 pr-10">
            <Radix.Title className="text-xl font-semibold">{title}</Radix.Title>
            {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
          </header>
          {children}
          <Radix.Close
            aria-label="Close"
            className={buttonVariants({ variant: 'quiet', size: 'icon', className: 'absolute top-3 right-3' })}
          >
            <X aria-hidden />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The row of buttons that ends a dialog: cancel first, the action last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex flex-col-reverse gap-2 md:flex-row md:justify-end">{children}</div>
}

/** Same z-index as the panels, so that of two overlays the later one covers the other. */
export const scrimStyles = 'fixed inset-0 z-50 animate-fade bg-scrim'

export const panelStyles =
  'fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-1/2 animate-pop grid-cols-1 gap-4 overflow-y-auto rounded-xl border bg-raised p-5 text-ink shadow-overlay wrap-anywhere md:p-6'
