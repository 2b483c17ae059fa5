import X from 'lucide-react/icons/x'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import { buttonVariants } from './button.tsx'
import { useFocusReturn } from './focus.ts'
import './nonce.ts'
import { panelStyles, scrimStyles } from './overlay-frame.tsx'

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
            aria-label={t('Close')}
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

/** Instead of the scrim, where nobody may read what is behind it. */
export const coverStyles = 'fixed inset-0 z-50 bg-surface'
