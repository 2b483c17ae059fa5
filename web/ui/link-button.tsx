import type { ComponentProps } from 'react'
import { type ButtonVariants, buttonVariants } from './button-variants.ts'

type LinkButtonProps = ComponentProps<'a'> & ButtonVariants & { href: string }

/** A link that looks like a button: for everything that navigates. */
export function LinkButton({ variant, size, className, children, ...props }: LinkButtonProps) {
  return (
    <a {...props} className={buttonVariants({ variant, size, className })}>
      {children}
    </a>
  )
}
