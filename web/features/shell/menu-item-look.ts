import { cva } from 'class-variance-authority'

export const menuItemStyles = cva(
  [
    'relative flex min-h-10 w-full items-center gap-3 rounded-md px-3 text-left font-medium text-muted transition-colors md:min-h-9',
    'hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent',
    '[&_svg]:size-4.5 [&_svg]:shrink-0',
  ],
  { variants: { isFolded: { true: 'justify-center', false: '' } } },
)
