import X from 'lucide-react/icons/x'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import { buttonVariants } from './button.tsx'
import { useFocusReturn } from './focus.ts'
import { drawerStyles, scrimStyles } from './overlay-frame.tsx'

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  side: 'left' | 'right'
  /** `menu` leaves the page visible beside it; `detail` fills a phone; `wide` is for details with lists, `full` for tables. */
  size?: 'menu' | 'detail' | 'wide' | 'full'
  title: ReactNode
  children: ReactNode
  /** Leaves the page behind it alive, for details that are looked at one after the other on a wide screen. */
  isBeside?: boolean
  /** Buttons that stay visible while the content scrolls. */
  footer?: ReactNode
}

export function Drawer({ open, onOpenChange, side, size = 'menu', isBeside = false, ...parts }: DrawerProps) {
  const { title, children, footer } = parts
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={!isBeside}>
      <Radix.Portal>
        {!isBeside && <Radix.Overlay className={scrimStyles} />}
        <Radix.Content
          {...focusReturn}
          {...(isBeside && { 'data-beside': true, onInteractOutside: (event) => event.preventDefault() })}
          className={drawerStyles({ side, size })}
          aria-describedby={undefined}
        >
          <header className="sticky top-0 z-10 flex items-center justify-between gap-4 bg-raised px-4 py-3">
            <Radix.Title className="min-w-0 text-lg font-semibold wrap-anywhere">{title}</Radix.Title>
            <Radix.Close aria-label={t('Close')} className={buttonVariants({ variant: 'quiet', size: 'icon' })}>
              <X aria-hidden />
            </Radix.Close>
          </header>
          {children}
          {footer && (
            <footer className="sticky bottom-0 z-10 mt-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t bg-raised px-4 py-3">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
