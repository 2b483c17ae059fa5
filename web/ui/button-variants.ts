import { cva, type VariantProps } from 'class-variance-authority'

export const buttonVariants = cva(
  [
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap select-none',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    // While pending, the spinner takes the place of the icon.
    'aria-busy:[&>svg~svg]:hidden',
  ],
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-accent text-on-accent shadow-raised hover:bg-accent-hover',
        secondary: 'border-line-strong/60 bg-raised text-ink shadow-raised hover:bg-hover',
        quiet: 'border-transparent text-muted hover:bg-hover hover:text-ink',
        danger: 'border-transparent bg-danger text-on-danger shadow-raised hover:bg-danger-hover',
      },
      size: {
        small: 'min-h-10 px-2.5 text-sm md:min-h-8',
        medium: 'control px-3.5 text-base',
        large: 'min-h-12 px-5 text-lg',
        icon: 'size-10 md:size-9',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'medium' },
  },
)

export type ButtonVariants = VariantProps<typeof buttonVariants>
