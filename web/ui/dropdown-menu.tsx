import { cx } from 'class-variance-authority'
import Check from 'lucide-react/icons/check'
import * as Radix from 'radix-ui/dropdown-menu'
import type { ComponentProps, ReactNode } from 'react'
import './nonce.ts'

/** Also of the options of a select, which is such a menu. */
export const itemStyles =
  'flex min-h-10 w-full cursor-default items-center gap-2.5 rounded-md px-2.5 outline-none select-none data-disabled:text-muted data-highlighted:bg-hover md:min-h-8 [&_svg]:size-4 [&_svg]:shrink-0'

type DropdownMenuProps = {
  /** The button that opens the menu. */
  trigger: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  children: ReactNode
}

export function DropdownMenu({ trigger, align = 'start', side = 'bottom', children }: DropdownMenuProps) {
  return (
    // Not modal: the page stays available to assistive technology, and no hidden element can keep the focus.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-pop overflow-y-auto rounded-lg border bg-raised p-1 text-ink shadow-overlay"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item {...props} className={cx(itemStyles, className)} />
}

export function DropdownMenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 py-1.5 text-xs font-medium text-muted">{children}</Radix.Label>
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />
}

export function DropdownMenuChoices(props: ComponentProps<typeof Radix.RadioGroup>) {
  return <Radix.RadioGroup {...props} />
}

export function DropdownMenuChoice({ children, className, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem {...props} className={cx(itemStyles, 'justify-between', className)}>
      {children}
      <Radix.ItemIndicator>
        <Check aria-hidden className="text-accent" />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  )
}

type DropdownMenuCheckProps = Omit<ComponentProps<typeof Radix.CheckboxItem>, 'onSelect'>

/** An item that is on or off. The menu stays open, because several are often changed one after the other. */
export function DropdownMenuCheck({ children, className, ...props }: DropdownMenuCheckProps) {
  return (
    <Radix.CheckboxItem
      {...props}
      onSelect={(event) => event.preventDefault()}
      className={cx(itemStyles, 'justify-between', className)}
    >
      {children}
      <Radix.ItemIndicator>
        <Check aria-hidden className="text-accent" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  )
}
