import * as Radix from 'radix-ui/tooltip'
import type { ReactNode } from 'react'

const openDelay = 700
const skipDelay = 300

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={openDelay} skipDelayDuration={skipDelay}>
      {children}
    </Radix.Provider>
  )
}

type TooltipProps = {
  content: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** For one that its child opens too. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** The child must be focusable and pass its props on to a DOM element. */
export function Tooltip({ content, side = 'top', children, ...control }: TooltipProps) {
  return (
    <Radix.Root {...control}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-fade rounded-md bg-ink px-2.5 py-1.5 text-sm text-surface shadow-overlay"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
