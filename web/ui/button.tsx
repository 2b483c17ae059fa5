import { cva, type VariantProps } from 'class-variance-authority'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import type { ComponentProps } from 'react'

type ButtonProps = ComponentProps<'button'> & ButtonVariants & { isPending?: boolean }

/** While pending, or with aria-disabled, the button keeps the focus and ignores clicks. */
export function Button({
  variant,
  size,
  isPending = false,
  type = 'button',
  className,
  onClick,
  children,
  ...props
}: ButtonProps) {
  const isInert = isPending || props['aria-disabled'] === true || props['aria-disabled'] === 'true'
  return (
    <button
      {...props}
      type={type}
      className={buttonVariants({ variant, size, className })}
      aria-busy={isPending || undefined}
      aria-disabled={isInert || undefined}
      onClick={isInert ? (event) => event.preventDefault() : onClick}
    >
      {isPending && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  )
}

type LinkButtonProps = ComponentProps<'a'> & ButtonVariants & { href: string }

/** A link styled as a button, for everything that navigates. */
export function LinkButton({ variant, size, className, children, ...props }: LinkButtonProps) {
  return (
    <a {...props} className={buttonVariants({ variant, size, className })}>
      {children}
    </a>
  )
}

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

type ButtonVariants = VariantProps<typeof buttonVariants>
