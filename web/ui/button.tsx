import LoaderCircle from 'lucide-react/icons/loader-circle'
import type { ComponentProps } from 'react'
import { type ButtonVariants, buttonVariants } from './button-variants.ts'

type ButtonProps = ComponentProps<'button'> & ButtonVariants & { isPending?: boolean }

/** While pending, or with aria-disabled, it keeps the focus and does nothing. */
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
