import { cva } from 'class-variance-authority'
import X from 'lucide-react/icons/x'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { buttonVariants } from './button.tsx'
import { scrimStyles } from './dialog.tsx'
import { useFocusReturn } from './focus.ts'

const drawerStyles = cva('fixed inset-y-0 z-50 flex flex-col overflow-y-auto bg-raised text-ink shadow-overlay', {
  variants: {
    size: {
      menu: 'w-80 max-w-[calc(100vw-3rem)]',
      detail: 'w-full sm:w-[34rem] sm:max-w-[calc(100vw-3rem)]',
      wide: 'w-full sm:w-[42rem] sm:max-w-[calc(100vw-3rem)]',
      full: 'w-full sm:w-[64rem] sm:max-w-[calc(100vw-3rem)]',
    },
    side: { left: 'left-0 animate-slide-right border-r', right: 'right-0 animate-slide-left border-l' },
  },
})

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  side: 'left' | 'right'
  /** `menu` leaves the page visible beside it; `detail` fills a phone; `wide` is for details with lists, `full` for tables. */
  size?: 'menu' | 'detail' | 'wide' | 'full'
  title: ReactNode
  children: ReactNode
  /** Buttons that stay visible while the content scrolls. */
  footer?: ReactNode
}

export function Drawer({ open, onOpenChange, side, size = 'menu', title, children, footer }: DrawerProps) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimStyles} />
        <Radix.Content {...focusReturn} className={drawerStyles({ side, size })} aria-describedby={undefined}>
          <header className="sticky top-0 z-10 flex items-center justify-between gap-4 bg-raised px-4 py-3">
            <Radix.Title className="min-w-0 text-lg font-semibold wrap-anywhere">{title}</Radix.Title>
            <Radix.Close aria-label="Close" className={buttonVariants({ variant: 'quiet', size: 'icon' })}>
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
